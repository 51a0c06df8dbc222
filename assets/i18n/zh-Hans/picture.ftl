# 图片下方的文字
picture-start = 起始局面
picture-move = 第 { $number } 手：{ $move }
picture-won-resigned = { $side }胜，对方认输
picture-won-time = { $side }胜，对方超时
picture-won-forfeit = { $side }胜，对方弃权
picture-won-by = { $side }胜（+{ $points }）
