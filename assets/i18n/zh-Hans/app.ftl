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
home-moves = 已下 { $moves } 手
home-your-games = 我的对局
home-all-games = 显示全部 { $number } 局
home-delete-game = 删除此对局
home-game-deleted = { $game }：已删除
home-restore-game = 撤销
home-slot = 读取存档 { $number }

# 新对局
new-game = 新对局
start-game = 开始
player-number = 棋手 { $number }
you = 你
computer = 电脑
computer-level = 电脑 { $number } 级
computer-level-short = { $number } 级
level = 难度
adaptive = 自动调级
adaptive-level = 自动调级，现为 { $number } 级
adaptive-level-short = 自动 { $number } 级
adaptive-explained = 级别随你的胜负调整：赢了升级，输了降级。
level-name-1 = 入门
level-name-2 = 新手
level-name-3 = 初级
level-name-4 = 业余
level-name-5 = 进阶
level-name-6 = 业余强手
level-name-7 = 强手
level-name-8 = 高手
level-name-9 = 大师
level-name-10 = 最强
by-chance = 随机
how-to-play = 规则与玩法
how-to-play-game = { $game }的规则与玩法
how-to-play-next = 下一步
how-to-play-again = 重来
clock = 用时
clock-kind = 计时方式
clock-none = 不计时
clock-sudden-death = 包干
clock-increment = 每步加秒
clock-byo-yomi = 读秒
clock-minutes = 每方用时（分钟）
clock-increment-seconds = 每步加时（秒）
clock-period-seconds = 每次读秒（秒）
clock-periods = 读秒次数
games-kind = 赛制
single-game = 单局
match = 多局赛
match-games = 总局数
match-explained = 每局交换先后。胜一局得 1 分，和棋得 0.5 分；积分相同则比总子数或总目数。
unfinished-game-kept = 未下完的对局已保存，可在首页“我的对局”中继续。
setup-failed = 无法按这些设置开局。

# 对局
turn = { $side }走棋
asked-to-mark = { $side }：点击死子进行标记，标完后确认。
asked-to-remove = { $side }：选择提掉对方的一子。
asked-to-offer = { $side }：选择第五手打点。
asked-to-declare = { $side }：第五手几打？
asked-to-choose = 请{ $side }选择
judging-stones = 正在判断死子：{ $percent }%
thinking = { $side }正在思考
search-depth = 深度 { $depth }
pass-announced = { $side }无子可下，停一手。
paused = 已暂停
undo = 悔棋
redo = 取消悔棋
undo-all = 回到开局
redo-all = 跳到最后
hint = 提示
play-for-me = 代走一步
more = 更多
pause = 暂停
go-on = 继续
save-game = 存档
load-game = 读档
resign = 认输
offer-draw = 提和
rematch = 交换先后再来一局
rematch-short = 再来一局
next-game = 下一局
moves = 棋谱
no-moves-yet = 还没有走棋
captures-number = 提子 { $number }
goals-number = 得分 { $number }
pass = 停一手
pass-question = 对方已经停一手。你再停一手，对局就结束并数子。
resign-question = 确定认输吗？
resign-side-question = 确定由{ $side }认输吗？
keep-playing = 继续下
draw-offered = { $side }提和。
draw-accept = 同意
draw-decline = 拒绝
draw-declined = { $side }拒绝和棋。

# What the rules make of a move, and what lies over the board
play-in-spite = { $reason }再点一次仍走这步。
overlay-lead = { $side }领先约 { $points } 目。
overlay-lead-counted = { $side }领先 { $points } 目。
overlay-even = 双方持平。

# 不在棋盘上的着法
move-swap = 交换
move-keep = 不换
move-add = 加下两子
move-offer = 打点 { $point }
move-remove = 提 { $point }
move-accept = 确认
move-irregular = { $side } { $move }（违规）
move-setup = 摆子
move-note = 注
decision-pass = 停一手
decision-swap = 交换黑白
decision-keep = 不交换
decision-add = 加下两子
decision-declare = { $number } 打
decision-accept-dead = 确认死子
decision-resume-play = 继续对局
decision-claim-draw = 要求判和

# 提示
hint-move = 最佳着法：{ $move }。
hint-area = 看看标出的区域。
hint-narrowed = 在这块更小的区域里。
hint-piece = 走标出的这枚棋子。
hint-wins = 这步棋能取胜。
hint-defends = 要阻止对方取胜。
hint-captures = 可以吃子。
hint-checks = 可以将军。
hint-corner = 可以占角。
looking-for-hint = 正在计算最佳着法
hint-estimate-discs = 最佳着法：{ $move }。{ $side }领先约 { $discs } 子。
hint-estimate-even = 最佳着法：{ $move }。双方均势。
hint-exact-discs = 最佳着法：{ $move }。双方最佳应对，{ $side }胜 { $discs } 子。
hint-exact-even = 最佳着法：{ $move }。双方最佳应对，和棋。
hint-estimate-pawns = 最佳着法：{ $move }。评估 { $value }。
hint-exact-pawns = 最佳着法：{ $move }。必杀。
hint-estimate-chance = 最佳着法：{ $move }。胜率 { $value }%。
hint-exact-chance = 最佳着法：{ $move }。胜率（确定）{ $value }%。
no-hint = 暂无提示。
help-only-on-your-turn = 轮到你走棋时才能提示。

# 不能做的事与原因
nothing-to-undo = 无棋可悔。
nothing-to-redo = 没有可取消的悔棋。
game-is-over = 对局已经结束。
no-offer = 现在不能提和或答复提和。
no-next-game = 没有下一局。
no-engine = 这一方不是由引擎下的。
computer-thinks = 电脑正在思考。
computer-has-no-move = 电脑找不到着法，认输。
engine-not-listed = { $engine } 已不在引擎列表中。
engine-question = { $engine } 无法继续下棋。这盘棋怎么办？
engine-try-again = 重新启动
engine-replace = 换 { $number } 级电脑接着下
hints-by = 提示
hints-by-name = 提示来自：{ $name }
hints-by-explained = 在这种棋里点提示时由谁来回答。

# 结果
result-win = { $side }胜
result-you-win = 你赢了
result-computer-wins = 电脑获胜
result-engine-wins = { $engine } 获胜
result-draw = 和棋
result-analysing = 正在分析这一局
result-accuracy = 准确率：{ $accuracies }
result-turning-point = 转折点：{ $number }. { $move }
ended-resigned = { $side }胜，对方认输。
ended-out-of-time = { $side }胜，对方超时。
ended-agreed = 双方同意和棋。

# 多局赛
match-standing = 第 { $game } 局，共 { $games } 局 · { $first } : { $second }
match-won = { $player }以 { $first } : { $second } 赢得比赛。
match-won-by-discs = 比分 { $first } : { $second }；{ $player }以总分 { $discs } : { $others } 胜出。
match-drawn = 比赛打平，{ $first } : { $second }。

# 存档
slot-is-empty = 存档 { $number }：空
slot-holds = 存档 { $number }：{ $game }，{ $moves } 手
slot-empty = 存档 { $number } 是空的。
save-explained = 当前对局每走一步都会自动保存；存档位用来保留其他对局。
slot-overwrite = 存档 { $number } 已有对局，要覆盖吗？
slot-replace = 覆盖
slot-saved = 已存入存档 { $number }。
slot-loaded = 已读取存档 { $number }。

# 设置
settings-look = 外观
language = 语言
language-auto = 跟随系统
your-picture = 头像
picture-choose = 选择图片
picture-remove = 移除
portrait-damaged = 无法读取头像，已另存为 { $kept }，其他内容不受影响。
portrait-unreadable = 无法显示 { $file }，请选择 PNG 或 JPEG 图片。
theme = 主题
background = 背景
background-plain = 素色
background-explained = 每种背景都有自己的音乐，音量在“声音”中调节。
scale = 界面大小
settings-sound = 声音
sound-set = 落子声
sound-wood = 木质
sound-stone = 石质
sound-bamboo = 竹质
sound-soft = 轻柔
sound-hear = 试听：{ $sound }
sound-volume = 音效
music-volume = 音乐
settings-sets = 棋子与棋盘
pieces = 棋子
set-standard = 标准
settings-board = 棋盘
animation = 动画
animation-auto = 自动
animation-explained = 自动：系统要求减少动态效果时不播放动画。
animation-off = 关闭
animation-slow = 慢
animation-normal = 正常
animation-fast = 快
show-legal-moves = 显示可走的位置
figurines = 国际象棋着法用棋子图形
show-last-move = 标出最后一步
show-coordinates = 显示坐标
show-search-info = 显示搜索深度和节点数
flip-board = 翻转棋盘
shared-keyboard = 共用键盘
shared-keyboard-explained = 先手用 W A S D 和空格键，后手用方向键和回车键。
settings-keys = 快捷键
settings-data = 数据
data-folder = 对局和设置保存在 { $folder }
version = 版本 { $version }

# 应当告知的事
no-sound-card = 未找到声音设备，已静音。
no-graphics-card = 未找到显卡，画面可能较慢。
save-damaged = 存档 { $file } 无法读取，已另存为 { $kept }，其他内容没有丢失。
progress-damaged = 习题进度无法读取，已另存为 { $kept }，其他内容没有丢失。
settings-damaged = 设置无法读取，已另存为 { $kept }，现使用默认设置。
storage-read-failed = 无法读取文件 { $file }。
storage-write-failed = 无法写入文件 { $file }。
pieces-unusable = { $game }的棋子“{ $set }”缺失或已损坏，现使用标准棋子。
board-unusable = { $game }的棋盘“{ $set }”缺失或已损坏，现使用标准棋盘。
background-unusable = 背景 { $file } 缺失或已损坏，现使用素色背景。
asset-missing = 缺少文件 { $file }。
content-wrong = 文件有误：{ $problem }

# Puzzle levels
puzzles = 习题
puzzle-streak = 连续一次答对 { $number } 题
puzzle-rating = 难度 { $rating }
puzzle-before = 上一题
puzzle-next = 下一题
puzzle-was-solved = 已解出
puzzle-solving = 请找出最佳着法。
puzzle-watch = 看对方如何应。
puzzle-wrong = 不对，再试一次。
puzzle-shown = 这就是正解。
puzzle-solved = 答对了。
puzzle-show = 看正解
puzzle-again = 再试一次
puzzle-repeat = 再做一次
puzzle-not-now = 请等对方应着。
level-wrong = 无法读取这道题。
goal-win = { $side }先走，取胜。
goal-draw = { $side }先走，求和。
goal-mate = { $side }先走，{ $moves } 步杀。
goal-win-in = { $side }先走，{ $moves } 步取胜。
goal-best = { $side }先走，求最佳结果。
goal-capture = { $side }先走，吃掉标出的棋子。
goal-live = { $side }先走，做活。
goal-kill = { $side }先走，杀棋。
goal-fours = { $side }先走，连续冲四取胜。
goal-only = { $side }先走，找出唯一着法。
goal-material = { $side }先走，得子。
goal-checks = { $side }先走，连将 { $moves } 步杀。
goal-threats = { $side }先走，连续做杀取胜（VCT）。
goal-stop-fours = { $side }先走，防住对方的连续冲四。

# 失误提醒
coaching = 失误提醒
coaching-auto = 新学的棋
coaching-on = 开
coaching-off = 关
coaching-explained = 与电脑对局时，走出明显失误后可以悔棋重走。
coaching-turn-on = 打开失误提醒
coaching-turn-off = 关闭失误提醒
coach-quiet = 明显的失误会在这里提醒。
coach-take-back = 悔棋
coach-go-on = 继续
coach-mistake = { $move }是失误。
coach-blunder = { $move }是严重失误。
coach-better = { $move }更好：胜率 { $with }%，实战只有 { $without }%。
coach-loses-by-force = 对方{ $reply }后，{ $moves } 步内必胜。
coach-missed-win = { $move }可在 { $moves } 步内取胜。
coach-loses-material = 接着{ $reply }得子，约值 { $pawns } 兵。
coach-loses-stones = 接着{ $reply }可提 { $stones } 子。

# 预走
premoves = 预走
premoves-auto = 国际象棋和象棋
premoves-on = 开
premoves-off = 关
premoves-explained = 对方思考时先选好下一步，轮到你时若合法就立即走出。点别处或按 Esc 取消。
thinking-cores = 电脑思考使用
thinking-cores-auto = 留一个核心
thinking-cores-one = 一个核心
thinking-cores-all = 全部核心
thinking-cores-explained = 核心越多，提示、分析和最高级别越强，耗电也越多。
premove-waits = 已预走，再点可取消。
home-waiting = 有 { $number } 项等你处理
