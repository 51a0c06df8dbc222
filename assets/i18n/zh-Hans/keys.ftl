# 快捷键页：标题、按键名称和作用。
keys-everywhere = 所有页面
keys-pages = 文字与卡片页面
keys-play = 对局
keys-review = 复盘

key-left = 左方向键
key-right = 右方向键
key-up = 上方向键
key-down = 下方向键
key-enter = 回车
key-space = 空格
key-backspace = 退格

keys-scroll = 上翻或下翻一屏
keys-help = 显示本页
keys-next-control = 移到下一个按钮
keys-press = 按下选中的按钮
keys-import = 把复制的棋谱导入对局库
keys-quit = 退出

keys-on-board = 在棋盘上移动
keys-choose = 在此落子，或拿起棋子
keys-second-player = 同上，供第二位棋手使用
keys-overlay = 显示形势等辅助信息

keys-retry = 重试
keys-next-puzzle = 解出后做下一题
keys-puzzle-moves = 解答的上一步和下一步

keys-step = 上一步和下一步
keys-variations = 上一个和下一个变化
keys-ends = 回到开局和跳到最后
keys-next-mistake = 下一个失误
keys-previous-mistake = 上一个失误
keys-autoplay = 开始或停止自动播放
keys-lines = 显示或隐藏引擎分析
keys-undo-edit = 撤销上一处修改
keys-redo-edit = 重做修改

keys-use-tool = 使用选中的棋子或工具
keys-take-away = 拿走棋子
keys-copy-position = 复制局面
keys-paste-position = 粘贴局面

keys-rows = 在列表中移动
keys-ends-of-list = 列表的开头和末尾
keys-open = 打开对局
keys-delete-game = 删除对局

keys-level = 把级别调高或调低一级
keys-ends-of-levels = 最低和最高级别

keys-delete-move = 删除解答的最后一步
