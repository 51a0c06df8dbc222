# Pages to print
print-player = { $side }: { $name }
print-figure = Figure { $figure } ({ $from }–{ $to })
print-at = { $move } at { $place }
print-pass = { $move } pass
print-comma = {", "}
print-separator = {";  "}
export-pages = Pages to print (.pdf)
export-pages-drawn = Pages to print, as drawings (.svg)
paper-a4 = A4
paper-letter = US Letter
