# 对局库
library = 对局库
player = 棋手
your-name = 你的名字
library-games = { $number } 局
library-opening = 正在打开对局库。
library-empty = 还没有对局
library-empty-line = 下完的每一局都会自动留在这里。别处的棋谱可以导入：选择文件、拖到窗口里，或者粘贴文字。
library-none = 没有符合条件的对局
library-none-line = 放宽条件，就能找到更多对局。
library-nothing-deleted = 没有删除的对局
library-nothing-deleted-line = 删除的对局先留在这里，可以恢复，也可以彻底清除。
library-cannot = 对局库无法使用
library-cannot-line = { $reason }。其他功能照常；现在下完的对局会在对局库重新打开时存入。
library-import = 导入文件
library-paste = 粘贴
library-export = 导出
library-export-all = 导出 { $number } 局
library-deleted = 已删除的对局
library-back-to-games = 全部对局
library-more = 这一局的更多内容
library-restore = 恢复
library-purge = 彻底清除
library-purge-question = 彻底清除 { $number } 局已删除的对局吗？清除后无法恢复。
library-was-deleted = 已删除：{ $players }
library-undo = 撤销
library-open = 查看
library-delete = 删除
library-save = 保存修改
library-title = 标题
library-title-hint = 给它起个名字
library-tags = 标签
library-tags-hint = 用逗号分开
library-unknown-player = 不详
library-moves = { $number } 手

# 列表的条件与次序
filter = 筛选
filter-show = 显示 { $number } 局
filter-clear = 清除条件
filter-player = 棋手
filter-player-hint = 名字的一部分
filter-game = 棋种
filter-any = 全部
filter-result = 结果
filter-won = { $side }胜
filter-first-won = 先手胜
filter-second-won = 后手胜
filter-drawn = 和棋
filter-not-over = 未下完
filter-from = 从
filter-to = 到
filter-date-hint = 2026-11-21
filter-date-wrong = 应为日期如 2026-11-21、月份如 2026-11 或年份如 2026。
filter-opening = 开局
filter-length = 手数
filter-least = 至少
filter-most = 至多
filter-number-wrong = 应为数字。
filter-tag = 标签
filter-position = 局面
filter-position-of = { $game }的一个局面
filter-sort = 次序
sort-newest = 最近的在前
sort-oldest = 最早的在前
sort-name = 按名字
column-players = 棋手
column-result = 结果
column-game = 棋种
column-moves = 手数
column-date = 日期
result-won-by = { $side }胜 { $points }
result-won = { $side }胜
result-drawn = 和棋
result-open = 未下完

# 文件格式
export-explained = 用哪种格式？
export-line-alone = 只有着法
export-line-notes = 着法与评注
export-line-all = 着法、评注与变化
export-which-game = 一个文件只放一种棋。先列出哪一种？
format-tianyuan = 天元
format-sgf = SGF
format-pgn = PGN
format-ggf = GGF
format-wthor = WTHOR
format-obf = 局面（OBF）
format-reversi-text = 纯着法
format-gomoku-text = 纯着法
format-psq = Piskvork
format-renlib = RenLib
format-xqf = XQF
format-dhtmlxq = DhtmlXQ
format-with-ending = { $name }（.{ $ending }）

# 办得怎样
library-closed = 对局库无法使用：{ $reason }。
library-damaged = 对局库已损坏，改名保留为 { $kept }，现在另建新的。
library-failed = 没有办成：{ $reason }。
library-purged = 已清除 { $number } 局。
import-reading = 正在读第 { $file } 个文件，共 { $files } 个
import-games = { $number } 局
import-cancel = 停止
import-done = 新增 { $added } 局，原有 { $known } 局。
import-cancelled = 已停止：新增 { $added } 局，原有 { $known } 局。
import-refused = { $file } 无法读取，其中的对局都没有加入：{ $reason }
import-incomplete = { $file } 已读入，但有内容无法落子：{ $reason }{ $more ->
    [0] {""}
   *[other] （另有 { $more } 处）
}
paste-incomplete = 文字已读入，但有内容无法落子：{ $reason }{ $more ->
    [0] {""}
   *[other] （另有 { $more } 处）
}
import-refused-many = { $file } 和另外 { $more } 个文件无法读取，其中的对局都没有加入：{ $reason }
paste-refused = 粘贴的文字无法读取：{ $reason }
paste-empty = 没有可以粘贴的文字，请先复制一局棋。
export-refused = 这种格式存不下：{ $reason }
files-not-chosen-here = 这里没有选择文件的窗口，请在别的程序里复制棋谱文字，再粘贴到这里。
files-not-chosen = 系统没有选择文件的窗口，请把文件拖到本窗口。
file-saved = 已存为 { $file }。
