# 读屏软件读出的内容。
cell-empty = 空
cell-separator = ，
cell-last-move = 最后一手
cell-in-check = 被将军

announce-move = { $side }：{ $move }
announce-check = 将军
announce-start = 开局
announce-separator = 。
