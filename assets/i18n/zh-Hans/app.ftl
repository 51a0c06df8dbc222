# 各处共用
app-name = 天元
app-line = 经典棋类
back = 返回
home = 首页
close = 关闭
settings = 设置

# 首页
home-continue = 继续
home-look = 查看
home-unfinished =
    { $moves ->
        [0] 尚未开始
       *[other] 已下 { $moves } 手
    }
home-finished = 共 { $moves } 手，已结束
home-slot = 打开存档 { $number }

# 新对局
new-game = 新对局
start-game = 开始
players = 棋手
player-number = 棋手 { $number }
you = 你
person = 真人
computer = 电脑
computer-level = 电脑 { $number } 级
computer-level-short = { $number } 级
level = 难度
level-name-1 = 第一次下棋
level-name-2 = 新手
level-name-3 = 初学
level-name-4 = 随便下下
level-name-5 = 渐入门径
level-name-6 = 棋社棋手
level-name-7 = 好手
level-name-8 = 高手
level-name-9 = 大师
level-name-10 = 最强
who-begins = 谁先下（{ $side }）
by-chance = 随机
rules = 棋盘与规则
clock = 棋钟
clock-kind = 计时
clock-none = 不计时
clock-sudden-death = 包干
clock-increment = 每手加时
clock-byo-yomi = 读秒
clock-minutes = 每方分钟数
clock-increment-seconds = 每手加秒
clock-period-seconds = 每次读秒秒数
clock-periods = 读秒次数
games = 局数
games-kind = 赛制
single-game = 单局
match = 多局赛
match-games = 总局数
match-explained = 每局交换黑白。胜一局得 1 分，和棋得 0.5 分；分数相同比总子数。
unfinished-game-will-be-left = 未下完的对局将被放弃，再按一次“开始”即可继续。
setup-failed = 无法按这些选项开局。

# 对局
turn = 轮到{ $side }
judging-stones = 正在判断死子：{ $percent }%
asked-to-mark = { $side }：点击死子作标记，标完后同意。
asked-to-remove = { $side }：选一枚对方的子提走。
asked-to-offer = { $side }：选择要给出的第五手。
asked-to-declare = { $side }：要几个五手打点？
asked-to-choose = { $side }作选择。
thinking = { $side }正在思考
search-nodes = 上一手共查看 { $nodes } 个局面
search-depth = 深度 { $depth }
pass-announced = { $side }无处可下，停一手。
paused = 已暂停
undo = 悔棋
redo = 重做
undo-all = 回到开局
redo-all = 前往最后
hint = 提示
play-for-me = 代下一手
more = 更多
pause = 暂停
go-on = 继续
save-game = 存档
load-game = 读档
resign = 认输
offer-draw = 提和
rematch = 换先再来一局
rematch-short = 再来一局
next-game = 下一局
moves = 棋谱
no-moves-yet = 还没有落子
pass = 停一手
resign-question = 确定认输吗？
resign-side-question = 确定{ $side }认输吗？
keep-playing = 继续下
draw-offered = { $side }提议和棋。
draw-accept = 同意
draw-decline = 拒绝
draw-declined = { $side }拒绝和棋。

# What the rules make of a move, and what lies over the board
play-in-spite = { $reason }再点一次即落子。
overlay-lead = { $side }约领先 { $points } 目。
overlay-lead-counted = { $side }领先 { $points } 目。
overlay-even = 双方均势。

# 不在棋盘上的着法
move-swap = 换边
move-keep = 不换
move-add = 再下两子
move-offer = 给出 { $point }
move-remove = 提去 { $point }
move-accept = 同意
move-irregular = { $side } { $move }（违规）
move-setup = 摆子
move-note = 注
decision-pass = 停一手
decision-swap = 交换黑白
decision-keep = 保持不变
decision-add = 再下两子
decision-declare = { $number } 个五手
decision-accept-dead = 同意死子
decision-resume-play = 继续下
decision-claim-draw = 要求判和

# 提示
hint-move = 最佳着法：{ $move }。
looking-for-hint = 正在寻找最佳着法
hint-estimate-discs = 最佳着法：{ $move }。预计终局子差 { $value }。
hint-exact-discs = 最佳着法：{ $move }。终局子差必为 { $value }。
hint-estimate-pawns = 最佳着法：{ $move }。约值 { $value } 兵。
hint-exact-pawns = 最佳着法：{ $move }。必成将死。
hint-estimate-chance = 最佳着法：{ $move }。预计胜率 { $value }%。
hint-exact-chance = 最佳着法：{ $move }。胜率必为 { $value }%。
no-hint = 没有找到提示。
help-only-on-your-turn = 轮到你下时才能提示。

# 不能做的事与原因
nothing-to-undo = 没有可以悔的棋。
nothing-to-redo = 没有可以重做的棋。
game-is-over = 对局已经结束。
no-offer = 现在不能提和，也没有待答复的提和。
no-next-game = 现在没有下一局。
computer-thinks = 电脑正在思考。
computer-has-no-move = 电脑找不到着法，认输。

# 结果
result-win = { $side }胜
result-you-win = 你赢了
result-computer-wins = 电脑获胜
result-draw = 和棋
ended-resigned = { $side }认输。
ended-out-of-time = { $side }超时。
ended-agreed = 双方同意和棋。

# 多局赛
match-standing = 第 { $game } 局，共 { $games } 局 · { $first } : { $second }
match-won = { $player }以 { $first } : { $second } 赢得比赛。
match-won-by-discs = 比分 { $first } : { $second }；{ $player }以总子数 { $discs } : { $others } 胜出。
match-drawn = 比赛打平，{ $first } : { $second }。

# 存档
slot-is-empty = 存档 { $number }：空
slot-holds = 存档 { $number }：{ $game }，{ $moves } 手
slot-empty = 存档 { $number } 是空的。
save-explained = 进行中的对局每下一手都会自动保存；存档用来留下想再看的对局。
slot-overwrite = 存档 { $number } 已有对局，要覆盖吗？
slot-replace = 覆盖
slot-saved = 已存入存档 { $number }。
slot-loaded = 继续存档 { $number } 的对局。

# 设置
settings-look = 外观
language = 语言
language-auto = 跟随系统
theme = 主题
scale = 大小
settings-sound = 声音
sound-volume = 音效
music-volume = 音乐
settings-board = 棋盘
animation = 动画
animation-off = 关闭
animation-slow = 慢
animation-normal = 正常
animation-fast = 快
show-legal-moves = 显示可下之处
show-last-move = 标出最后一手
pieces-with-pictures = 象棋用图案棋子
show-coordinates = 显示坐标
flip-board = 翻转棋盘
shared-keyboard = 两人共用键盘
shared-keyboard-explained = 先手用 W A S D 和空格键，后手用方向键和回车键。
settings-keys = 按键
keys-board = 方向键和回车键下棋，Esc 键返回。
keys-shared = 两人共用键盘：W A S D 和空格键，对方向键和回车键。
keys-letters = U 悔棋，R 重做，Home 和 End 回到开局与前往最后。H 提示，P 代下一手，F 翻转棋盘，O 显示形势，M 更多。
keys-review = 复盘时：左右键逐步查看，上下键切换变化，N 和 B 跳到失误，P 自动播放，L 显示最佳着法，鼠标右键画标记。
keys-menus = Tab 键和方向键切换按钮，回车键按下，Ctrl+Q 退出程序。
settings-data = 数据
data-folder = 对局和设置保存在 { $folder }
version = 版本 { $version }

# 应当告知的事
no-sound-card = 没有找到声卡，游戏将没有声音。
no-graphics-card = 没有找到显卡，画面可能较慢。
save-damaged = 无法读取存档 { $file }，已改名保留为 { $kept }，其他内容都没有丢失。
progress-damaged = 无法读取习题进度，已改名保留为 { $kept }，其他内容都没有丢失。
settings-damaged = 无法读取设置，已改名保留为 { $kept }，现在使用默认设置。
storage-read-failed = 无法读取文件 { $file }。
storage-write-failed = 无法写入文件 { $file }。
asset-missing = 缺少文件 { $file }。
content-wrong = 文件有误：{ $problem }

# Puzzle levels
puzzles = 习题
puzzle-streak = 连续 { $number } 题一次答对
puzzle-rating = 难度 { $rating }
puzzle-before = 上一题
puzzle-next = 下一题
puzzle-was-solved = 已解出
puzzle-solving = 找出这一手。
puzzle-watch = 请看应手。
puzzle-wrong = 不对。看看应手，再试一次。
puzzle-shown = 这就是正解。
puzzle-solved = 答对了。
puzzle-show = 看正解
puzzle-again = 再试一次
puzzle-repeat = 重做
puzzle-not-now = 请先看应手。
level-wrong = 无法读取这道题。
goal-win = { $side }先走，取胜。
goal-draw = { $side }先走，求和。
goal-mate = { $side }先走，{ $moves } 步内将杀。
goal-best = { $side }先走，求最佳结果。
goal-capture = { $side }先走，吃掉 { $points }。
goal-live = { $side }先走，做活 { $points }。
goal-kill = { $side }先走，杀掉 { $points }。
goal-fours = { $side }先走，连续冲四取胜。
goal-only = { $side }先走，找出唯一的一手。
goal-material = { $side }先走，得子。
