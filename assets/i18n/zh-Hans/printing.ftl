# 打印页
print-figure = 图 { $figure } · 第 { $from } 至 { $to } 手
print-at = { $move } = { $place }
print-pass = { $move } 停一手
print-separator = {"  ·  "}
