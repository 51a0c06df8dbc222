# The player's own levels and opening lines, as named in their files
made-levels = 我的题
made-levels-about = 玩家出的题。
made-openings = 我的开局库

# Second hints of generated levels
level-hint-piece = 走 { $point } 的子。
level-hint-column = 下在 { $column } 列。

# Packs of generated levels: title, description, first hint of each level
pack-chess-mates-title = 一至三步杀
pack-chess-mates-description = 找出必杀的着法。
pack-chess-mates-hint = 先看所有能将军的着法。
pack-chess-tactics-title = 得子
pack-chess-tactics-description = 用捉双、牵制、串击或闪击得子。
pack-chess-tactics-hint = 对方哪些棋子没有保护？
pack-go-captures-title = 吃子
pack-go-captures-description = 吃掉标出的棋子：打吃、征子、枷或倒扑。
pack-go-captures-hint = 这些棋子还剩几口气？
pack-go-life-and-death-title = 死活
pack-go-life-and-death-description = 做活或杀棋，不可打劫。外围都是活棋。
pack-go-life-and-death-hint = 对方最想下在哪里？
pack-gomoku-fours-title = 连续冲四胜（VCF）
pack-gomoku-fours-description = 连续冲四取胜。
pack-gomoku-fours-hint = 每一着都要冲四。
pack-gomoku-renju-fours-title = 连珠：连续冲四胜（VCF）
pack-gomoku-renju-fours-description = 连续冲四取胜；黑方要避开禁手。
pack-gomoku-renju-fours-hint = 每一着都要冲四。
pack-gomoku-renju-fouls-title = 连珠：抓禁手
pack-gomoku-renju-fouls-description = 白方冲四，黑方因禁手无法防守。
pack-gomoku-renju-fouls-hint = 黑方的禁手点在哪里？
pack-reversi-endgames-title = 残局
pack-reversi-endgames-description = 找出唯一最佳着法。还有八到十四个空格。
pack-reversi-endgames-hint = 数一数每个区域由谁下最后一手。
pack-tictactoe-classic-title = 三子连线
pack-tictactoe-classic-description = 经典棋盘：取胜或求和。
pack-tictactoe-classic-hint = 形成双重威胁，或防住对方的威胁。
pack-tictactoe-four-in-a-row-title = 四子连线
pack-tictactoe-four-in-a-row-description = 5 × 5 棋盘，四子连线：找出取胜或求和的唯一着法。
pack-tictactoe-four-in-a-row-hint = 找一条两头都空的线。
pack-tictactoe-forced-wins-title = 必胜
pack-tictactoe-forced-wins-description = 6 × 6 棋盘，四子连线：找出必胜的着法。
pack-tictactoe-forced-wins-hint = 每一着都要有威胁。
pack-xiangqi-mates-title = 一至三步杀
pack-xiangqi-mates-description = 找出必杀的着法。
pack-xiangqi-mates-hint = 先看所有能将军的着法。
pack-xiangqi-tactics-title = 得子
pack-xiangqi-tactics-description = 用捉双、牵制或闪击得子。
pack-xiangqi-tactics-hint = 对方哪些棋子没有保护？
