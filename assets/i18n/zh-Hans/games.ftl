# 双方
side-black = 黑方
side-white = 白方

# 黑白棋
game-reversi = 黑白棋
game-reversi-other = Reversi
game-reversi-line = 夹住对方的棋子，翻成自己的颜色。
option-size = 棋盘
option-size-value = { $number } × { $number }
option-start = 开局摆法
option-start-crosswise = 交叉
option-start-parallel = 平行
option-scoring = 剩余空格
option-scoring-winner = 归胜方
option-scoring-plain = 不计
option-scoring-split = 平分
scored-winner = 剩余空格归胜方。
scored-plain = 只数棋盘上的棋子。
scored-split = 剩余空格双方平分。

# 不能这样下的原因
reversi-occupied = 这里已经有棋子了。
reversi-flips-nothing = 不能下在这里：翻不了任何棋子。
reversi-off-board = 棋盘上没有这一格。
reversi-must-pass = 你无处可下，只能停一手。
reversi-pass-not-allowed = 你还有地方可下，不能停一手。
reversi-over = 对局已经结束。
reversi-unreadable-move = 黑白棋没有这样的着法。

# 对局如何结束
reversi-no-moves = 双方都无处可下。
reversi-full = 棋盘已满。
reversi-wiped-out = 棋盘上只剩一种颜色。

# 五子棋
game-gomoku = 五子棋
game-gomoku-other = Gomoku
game-gomoku-line = 先连成五子者胜。
option-rule = 规则
option-rule-freestyle = 自由
option-rule-standard = 标准
option-rule-caro = 越南式
option-rule-renju = 连珠
option-opening = 开局
option-opening-none = 不限
option-opening-pro = 职业
option-opening-long-pro = 远职业
option-opening-swap1 = 一手交换
option-opening-swap = 三手交换
option-opening-swap2 = 二次交换
option-opening-soosyrv8 = 索索夫八打
option-opening-taraguchi10 = 塔拉山口十打

# 不能这样下的原因
gomoku-occupied = 这里已经有棋子了。
gomoku-off-board = 棋盘上没有这一点。
gomoku-must-choose = 请先选择执黑还是执白。
gomoku-no-choice = 现在没有可选择的。
gomoku-centre-first = 第一子要下在天元。
gomoku-too-near = 黑方第二子要离天元更远。
gomoku-too-far = 这一子要离天元更近。
gomoku-number = 打点数要在一到八之间。
gomoku-same-offer = 请选一个与其他打点不同形的空点。
gomoku-no-offer = 这里不能作打点。
gomoku-must-declare = 请先说明要几个打点。
gomoku-must-offer = 请先给出一个打点。
gomoku-must-pick = 请在给出的打点中选一个。
gomoku-no-pass = 现在不能停一手。
gomoku-over = 对局已经结束。
gomoku-unreadable-move = 五子棋没有这样的着法。

# 对局如何结束
gomoku-five = 五子连珠。
gomoku-foul-three = 黑方三三禁手。
gomoku-foul-four = 黑方四四禁手。
gomoku-foul-overline = 黑方长连禁手。
gomoku-full = 棋盘已满。
gomoku-passes = 双方都停了一手。

# 连珠二十六种开局
gomoku-opening-kansei = 寒星
gomoku-opening-keigetsu = 溪月
gomoku-opening-sosei = 疏星
gomoku-opening-kagetsu = 花月
gomoku-opening-zangetsu = 残月
gomoku-opening-ugetsu = 雨月
gomoku-opening-kinsei = 金星
gomoku-opening-shogetsu = 松月
gomoku-opening-kyugetsu = 丘月
gomoku-opening-shingetsu = 新月
gomoku-opening-zuisei = 瑞星
gomoku-opening-sangetsu = 山月
gomoku-opening-yusei = 游星
gomoku-opening-chosei = 长星
gomoku-opening-kyogetsu = 峡月
gomoku-opening-kosei = 恒星
gomoku-opening-suigetsu = 水月
gomoku-opening-ryusei = 流星
gomoku-opening-ungetsu = 云月
gomoku-opening-hogetsu = 浦月
gomoku-opening-rangetsu = 岚月
gomoku-opening-gingetsu = 银月
gomoku-opening-myojo = 明星
gomoku-opening-shagetsu = 斜月
gomoku-opening-meigetsu = 名月
gomoku-opening-suisei = 彗星
