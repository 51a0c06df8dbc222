# Where things are kept
data-in-browser = 对局和设置保存在此浏览器的本网址之下
data-not-kept = 此浏览器不为本页保存数据，对局和设置只保留到页面关闭
storage-full = 没有空间保存 { $file }，删除一些对局或习题即可腾出空间。
storage-refused = 此浏览器不为本页保存数据，关闭页面后对局和设置都会丢失。请允许本网站保存数据。
library-taken = 对局库已在本程序的另一个窗口中打开，请先关闭那个窗口，再重新打开这里。
library-not-kept = 此浏览器不为本页保存文件，对局库只保留到页面关闭。
clipboard-refused = 浏览器没有提供复制的内容。
