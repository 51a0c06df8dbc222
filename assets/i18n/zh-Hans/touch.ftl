# 与手指、手机和窄窗口有关的文字

confirm-moves = 落子确认
confirm-auto = 自动
confirm-on = 开
confirm-off = 关
confirm-explained = 落子前先在放大镜下显示棋子，再点一次才落子。“自动”指用手指在点数多的棋盘上下棋时如此。
place-here = 落子 { $point }
put-back = 收回
tab-game = 对局
tab-score = 形势
run-leave = 离开
run-leave-question = 现在离开，限时答题就此结束，按已有成绩计。
run-go-on = 继续答题
minutes-played = { $minutes } 分钟
