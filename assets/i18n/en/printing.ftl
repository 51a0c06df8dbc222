# Pages to print
print-figure = Figure { $figure } · moves { $from } to { $to }
print-at = { $move } at { $place }
print-pass = { $move } pass
print-separator = {"  ·  "}
