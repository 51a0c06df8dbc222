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

# 井字棋
side-cross = 叉方
side-nought = 圈方
game-tictactoe = 井字棋
game-tictactoe-other = Tic-tac-toe
game-tictactoe-line = 先把自己的棋子连成一线。
option-files = 列数
option-files-value = { $number }
option-ranks = 行数
option-ranks-value = { $number }
option-row = 取胜
option-row-value = { $number } 子连线
option-overline = 更长也算胜
tictactoe-occupied = 这里已经有棋子了。
tictactoe-off-board = 棋盘上没有这一格。
tictactoe-pass = 不能停一手，请落子。
tictactoe-over = 对局已经结束。
tictactoe-unreadable-move = 井字棋没有这样的着法。
tictactoe-row = 棋子连成一线。
tictactoe-full = 棋盘已满。
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
option-opening-rif = RIF 规则
option-opening-yamaguchi = 山口规则
option-opening-tarannikov = 塔拉尼科夫规则
option-opening-super-sakata = 超级 Sakata 规则

# 不能这样下的原因
gomoku-occupied = 这里已经有棋子了。
gomoku-off-board = 棋盘上没有这一点。
gomoku-must-choose = 请先选择执黑还是执白。
gomoku-no-choice = 现在没有可选择的。
gomoku-centre-first = 第一子要下在天元。
gomoku-too-near = 黑方第二子要离天元更远。
gomoku-too-far = 这一子要离天元更近。
gomoku-number = 打点数要在一到八之间。
gomoku-number-to-ten = 打点数要在一到十之间。
gomoku-lay-quietly = 布局时不能下成五连，也不能下禁手。
gomoku-same-offer = 请选一个与其他打点不同形的空点。
gomoku-no-offer = 这里不能作打点。
gomoku-must-declare = 请先说明要几个打点。
gomoku-must-offer = 请先给出一个打点。
gomoku-must-pick = 请在给出的打点中选一个。
gomoku-no-pass = 现在不能停一手。
gomoku-would-be-overline = 禁手：六子以上长连，黑棋会输。
gomoku-would-be-double-four = 禁手：同时形成两个四，黑棋会输。
gomoku-would-be-double-three = 禁手：同时形成两个活三，黑棋会输。
gomoku-over = 对局已经结束。
gomoku-unreadable-move = 五子棋没有这样的着法。

# 对局如何结束
gomoku-five = 五子连珠。
gomoku-foul-three = 黑方三三禁手。
gomoku-foul-four = 黑方四四禁手。
gomoku-foul-overline = 黑方长连禁手。
gomoku-full = 棋盘已满。
gomoku-passes = 双方都停了一手。
# 国际象棋
game-chess = 国际象棋
game-chess-other = Chess
game-chess-line = 攻击对方的王，让它无处可逃。
option-start-standard = 标准
option-start-chess960 = 菲舍尔任意制
option-chess960 = 任意制局面
option-chess960-value = 第 { $number } 号
chess-empty = 那一格没有棋子。
chess-not-your-piece = 这不是你的棋子。
chess-own-piece = 那里是你自己的棋子。
chess-cannot-reach = 这枚棋子不能这样走。
chess-blocked = 中间有棋子挡住了。
chess-nothing-to-take = 兵只有吃子时才能斜走。
chess-in-check = 你正被将军，这步棋解不了将。
chess-exposes-king = 这样走，你的王会被将军。
chess-king-attacked = 王走到那里会被将军。
chess-castling-lost = 这一侧不能易位：王或车已经动过。
chess-castling-in-check = 被将军时不能易位。
chess-castling-attacked = 王不能经过或到达受攻击的格子。
chess-castling-blocked = 王和车之间有棋子。
chess-choose-promotion = 请选择兵升变成什么：后、车、象或马。
chess-no-promotion = 只有到达底线的兵才能升变为后、车、象或马。
chess-no-claim = 同一局面出现三次，或五十回合没有吃子也没有动兵，才能要求和棋。
chess-off-board = 棋盘上没有这一格。
chess-no-such-move = 国际象棋没有这样的着法。
chess-none-can = 没有这样的棋子能走到那里。
chess-ambiguous = 有几枚棋子都能走到那里：请写明是哪一线或哪一行的。
chess-unreadable-move = 国际象棋没有这样的着法。
chess-over = 对局已经结束。
chess-checkmate = 将死。
chess-stalemate = 逼和：没有被将军，却无子可动。
chess-dead-position = 双方都没有足够的子力将死对方。
chess-fivefold = 同一局面已出现五次。
chess-seventy-five = 七十五回合没有吃子也没有动兵。
chess-claimed-repetition = 要求和棋成立：同一局面已出现三次。
chess-claimed-fifty = 要求和棋成立：五十回合没有吃子也没有动兵。
# 象棋
side-red = 红方
game-xiangqi = 象棋
game-xiangqi-other = Xiangqi
game-xiangqi-line = 楚河汉界，两军对垒，擒住对方的将帅。
option-rules = 规则
option-rules-axf = 亚洲规则
option-rules-cxa = 中国规则

# 象棋不能这样走的原因
xiangqi-over = 对局已经结束。
xiangqi-unreadable-move = 象棋没有这样的着法。
xiangqi-off-board = 棋盘上没有这一点。
xiangqi-no-piece = 这里没有棋子。
xiangqi-not-your-piece = 这是对方的棋子。
xiangqi-own-piece = 那里是自己的棋子。
xiangqi-cannot-reach = 这枚棋子走不到那里。
xiangqi-still-in-check = 这样走不能解将。
xiangqi-generals-face = 将帅不能照面。
xiangqi-exposes-general = 这样走会送将。
xiangqi-ambiguous = 这样写可能指不止一着。

# 象棋对局如何结束
xiangqi-checkmate = 将死。
xiangqi-stalemate = 困毙，无子可走的一方负。
xiangqi-natural-limit = 双方六十回合没有吃子，判和。
xiangqi-repetition = 同一局面第三次出现，判和。
xiangqi-perpetual-check = 长将，判负。
xiangqi-perpetual-chase = 长捉，判负。
xiangqi-perpetual-attack = 长打，判负。
xiangqi-both-at-fault = 双方都犯规，判和。
# 围棋
game-go = 围棋
game-go-other = Go
game-go-line = 围住比对手更多的地盘。
option-ruleset = 规则
option-ruleset-chinese = 中国
option-ruleset-japanese = 日本
option-ruleset-aga = 美国
option-ruleset-new-zealand = 新西兰
option-ruleset-tromp-taylor = Tromp-Taylor
option-komi = 贴目
option-komi-value = { $number } 个半目
option-handicap = 让子
option-handicap-value = { $number }
go-occupied = 这里已经有棋子了。
go-suicide = 不能下在这里：这颗子没有气。
go-ko = 不能马上提回劫，先在别处下一手。
go-superko = 不能下在这里：会重复以前的局面。
go-off-board = 棋盘上没有这一点。
go-no-stone = 这里没有可以标记的棋子。
go-marking = 双方都已停一手。请标记死子并确认，或者继续下。
go-not-marking = 双方都停一手以后才标记死子。
go-over = 对局已经结束。
go-unreadable-move = 围棋没有这样的着法。
go-passes = 双方都停了一手。
go-agreed = 双方对死子意见一致。
go-repeated = 同一局面第三次出现，无胜负。

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
go-endless = 对局太长，已按盘面计算结果。
