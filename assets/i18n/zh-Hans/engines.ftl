# 外部引擎。
engines-damaged = 引擎列表无法读取，已另存为 { $kept }；其他内容没有丢失。
engine-ended = { $engine } 意外退出了。
engine-not-started = { $engine } 无法启动。
engine-hangs = { $engine } 没有响应，已将其关闭。
engine-not-understood = { $engine } 的回答无法理解，已将其关闭。
engine-illegal-move = { $engine } 没有走出合法的着法，已将其关闭。
engine-refuses = { $engine } 不能从这个局面或按这些规则下棋。
