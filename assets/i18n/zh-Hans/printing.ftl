# 打印的棋谱
print-player = { $side }：{ $name }
print-figure = 第 { $figure } 谱（{ $from }–{ $to }）
print-at = { $move } = { $place }
print-pass = { $move } 停一手
print-comma = 、
print-separator = {"；  "}
export-pages = 打印用棋谱（.pdf）
export-pages-drawn = 打印用棋谱，矢量图（.svg）
paper-a4 = A4
paper-letter = 美国信纸
