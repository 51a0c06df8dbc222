# Where things are kept
data-in-browser = 对局和设置保存在此浏览器的本网址下
data-not-kept = 此浏览器不为本页保存数据，对局和设置只保留到页面关闭
storage-full = 存储空间不足，{ $file } 未能保存。请删除一些对局或习题。
storage-refused = 此浏览器不为本页保存数据，关闭页面后对局和设置都会丢失。请允许本网站保存数据。
library-taken = 对局库已在天元的另一个窗口中打开，请关闭那个窗口，再重新打开这里。
library-not-kept = 此浏览器不为本页保存文件，对局库只保留到页面关闭。
clipboard-refused = 浏览器不允许读取剪贴板。
