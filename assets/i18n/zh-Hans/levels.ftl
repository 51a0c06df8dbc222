# The player's own levels and opening lines, as named in their files
made-levels = 我的题
made-levels-about = 棋友自己出的题。
made-openings = 自己的棋路

# Second hints of generated levels
level-hint-piece = 走 { $point } 的子。
level-hint-column = 下在 { $column } 列。

# Packs of generated levels: title, description, first hint of each level
pack-chess-mates-title = 一至三步杀
pack-chess-mates-description = 轮到的一方走，连续将杀。
pack-chess-mates-hint = 先看所有能将军的着法。
pack-chess-tactics-title = 得子
pack-chess-tactics-description = 用捉双、牵制、串击或闪击得子。
pack-chess-tactics-hint = 对方哪些棋子没有保护？
pack-go-captures-title = 吃子
pack-go-captures-description = 吃掉指定的棋子：打吃、征子、枷吃或倒扑。
pack-go-captures-hint = 这些棋子还剩几口气？
pack-go-life-and-death-title = 死活
pack-go-life-and-death-description = 做活或杀棋，不许打劫。外围的棋子都是活棋。
pack-go-life-and-death-hint = 对方最想下在哪里？
pack-gomoku-fours-title = 冲四取胜
pack-gomoku-fours-description = 连续冲四取胜。
pack-gomoku-fours-hint = 每一着都要冲四。
pack-gomoku-renju-fours-title = 连珠：冲四取胜
pack-gomoku-renju-fours-description = 连续冲四取胜；黑棋要避开禁手。
pack-gomoku-renju-fours-hint = 每一着都要冲四。
pack-gomoku-renju-fouls-title = 连珠：抓禁手
pack-gomoku-renju-fouls-description = 白棋冲四，使黑棋因禁手而无法防守。
pack-gomoku-renju-fouls-hint = 黑棋在哪里不能落子？
pack-reversi-endgames-title = 官子
pack-reversi-endgames-description = 找出结果最好的唯一一着。盘上还有八到十四个空格。
pack-reversi-endgames-hint = 数一数每个区域由谁下最后一着。
pack-tictactoe-classic-title = 井字棋
pack-tictactoe-classic-description = 在三乘三的棋盘上取胜，或者守和。
pack-tictactoe-classic-hint = 找一着同时有两个威胁的棋，或者挡住威胁。
pack-tictactoe-four-in-a-row-title = 四子连线
pack-tictactoe-four-in-a-row-description = 五乘五棋盘，四子连线：找出取胜或守和的唯一一着。
pack-tictactoe-four-in-a-row-hint = 找一条两头都能连成的线。
pack-tictactoe-forced-wins-title = 必胜之着
pack-tictactoe-forced-wins-description = 六乘六棋盘，四子连线：找出必胜的一着。
pack-tictactoe-forced-wins-hint = 每一着都要有威胁。
pack-xiangqi-mates-title = 一至三步杀
pack-xiangqi-mates-description = 轮到的一方走，连续杀王。
pack-xiangqi-mates-hint = 先看所有能将军的着法。
pack-xiangqi-tactics-title = 得子
pack-xiangqi-tactics-description = 用捉双、牵制或闪击得子。
pack-xiangqi-tactics-hint = 对方哪些棋子没有保护？
