# 与手指、手机和窄窗口有关的文字

confirm-moves = 落子确认
confirm-auto = 自动
confirm-on = 开
confirm-off = 关
confirm-explained = 先在放大镜下显示棋子，再点一次落子。自动：仅在触屏且棋盘点数较多时确认。
place-here = 下在 { $point }
put-back = 取消
tab-game = 对局
tab-score = 形势
run-leave = 结束本轮
run-leave-question = 现在结束本轮吗？已得成绩有效。
run-go-on = 继续答题
time-played = 已用时 { $time }
minutes-played = { $minutes } 分钟
