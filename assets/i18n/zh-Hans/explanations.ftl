# Joining texts: lists, clauses of a sentence, sentences
separator-of-list = { "、" }
separator-of-clauses = { "；" }
separator-of-sentences = { "" }

# The notation of moves in explanations: its name, where a game has it
explain-notation = chinese

# Mates
explain-mate-now = { $move }，成杀。
explain-no-move-left = { $move }，{ $other }无着可走，判负。
explain-check-with-one-answer = { $move }将军，{ $other }只能{ $answer }。
explain-check-with-answers = { $move }将军，{ $other }有{ $answers }种应法，但都会被杀。
explain-quiet-with-one-answer = { $move }不将军，但{ $other }只能{ $answer }。
explain-quiet-with-answers = { $move }不将军，但{ $other }的{ $answers }种应法都会被杀。
explain-sacrifice = 这是弃子，{ $answer }吃子。
explain-end-of-line = 最后着法：{ $line }。
explain-wrong-ends-game = { $move }对局就此结束，没有杀棋。
explain-wrong-is-taken = { $move }不行，{ $answer }吃掉。
explain-wrong-only-check = { $move }只是将军，{ $answer }即可化解。
explain-wrong-no-mate = { $move }不成杀，{ $answer }即可化解。
explain-wrong-no-mate-later = { $move }则{ $answer }，{ $moves }步内没有杀棋。

# Won material
explain-material = { $move }之后，{ $side }至少净得价值{ $pawns }个兵的子力。
explain-example = 例如：{ $line }。
explain-wrong-wins-less = { $move }得子较少，应着是{ $answer }。

# 提前结束的翻转棋
explain-takes-all-now = { $move }翻掉{ $other }最后的棋子，棋局结束。
explain-takes-all = { $move }之后，无论怎样应，{ $side }最多 { $moves } 步就把{ $other }的棋子全部吃光。
explain-no-move-of-both = { $move }之后双方很快都无子可下，{ $side }棋子更多。

# Rows
explain-row-complete = { $move }连成一线。
explain-row-quiet = { $move }暂无威胁，但{ $other }怎样应都输。
explain-row-threat = { $move }威胁在{ $point }连成一线，{ $other }只能在此防守。
explain-row-double-threat = { $move }同时威胁在{ $point }和{ $second-point }连成一线，{ $other }只能防住一处。
explain-row-blocked = { $move }防住{ $other }将要连成的一线。
explain-only-move = 只有{ $move }不输。
explain-wrong-is-met = { $move }则{ $answer }化解。
explain-wrong-loses-at-once = { $move }则{ $answer }，立即输棋。
explain-wrong-loses = { $move }会输，应着是{ $answer }。
explain-wrong-draws = { $move }最多和棋，应着是{ $answer }。

# Wins by fours
explain-four-forces = { $move }冲四，{ $answer }挡
explain-fours-all-force = 步步冲四，对方必须防守：{ $clauses }。
explain-five-foul = { $move }之后，{ $other }防守的{ $point }是禁手（{ $foul }），无法防守。
explain-five-double-threat = { $move }之后，{ $point }和{ $second-point }都能成五，{ $other }只能防住一处。
explain-threat-of-fours = { $move }做杀，威胁冲四取胜；{ $other }怎样应，{ $side }都能取胜。
explain-only-defence = { $other }威胁连续冲四取胜，只有{ $move }能防住。
explain-wrong-loses-to-fours = { $move }防不住，{ $answer }开始连续冲四。
explain-wrong-no-fours = { $move }则{ $answer }，不再有冲四取胜。

# Endgames of Reversi
explain-best-score = { $move }之后，双方最佳应对，{ $side }{ $score }。
explain-next-best-score = 次好的{ $move }，{ $side }{ $score }。
explain-score-draw = 和棋
explain-score-win = 胜{ $discs }子
explain-score-loss = 负{ $discs }子
explain-points-win = 胜{ $points }目
explain-points-loss = 负{ $points }目
explain-corner = 角上的棋子永远不会被翻转。
explain-has-to-pass = 此后{ $other }无子可下，只能停一手。
explain-lone-square = 这是一个单独的空格。
explain-region-odd = 它所在的区域有{ $squares }个空格，是奇数。
explain-region-even = 它所在的区域有{ $squares }个空格，是偶数。
explain-wrong-gives-corner = { $move }则{ $other }{ $answer }占角，{ $side }{ $score }。
explain-wrong-score = { $move }则{ $answer }，{ $side }{ $score }。

# Captures, life and death
explain-wrong-saves-stones = { $move }则{ $answer }应。
explain-wrong-is-killed = { $move }则{ $other }{ $answer }杀棋。
explain-wrong-lets-live = { $move }则{ $other }{ $answer }做活。

# Tactics that win material
tactic-piece = 棋子
tactic-fork = 捉双
tactic-discovered-check = 闪将
tactic-discovered-attack = 闪击
tactic-pin = 牵制
tactic-skewer = 串击
tactic-fork-explained = { $point }的{ $piece }同时攻击{ $point-one }的{ $piece-one }和{ $point-two }的{ $piece-two }：捉双。
tactic-discovery-explained = 这一着闪开线路，{ $point }的{ $piece }攻击{ $target-point }的{ $target }。
tactic-pin-explained = { $point }的{ $piece }牵制{ $front-point }的{ $front }，后面是{ $back-point }的{ $back }。
tactic-skewer-explained = { $point }的{ $piece }串击{ $front-point }的{ $front }和后面{ $back-point }的{ $back }。

# Chess
chess-piece-pawn = 兵
chess-piece-knight = 马
chess-piece-bishop = 象
chess-piece-rook = 车
chess-piece-queen = 后
chess-piece-king = 王
chess-double-check = 双将
chess-double-check-explained = { $point }的{ $piece }和{ $other-point }的{ $other }双将，只能动王，而王无处可走。
chess-smothered-mate = 闷杀
chess-smothered-mate-explained = { $king }的王四周都被己方棋子堵住，闷杀。
chess-back-rank-mate = 底线杀
chess-back-rank-mate-explained = { $king }的王被己方{ $own }的棋子困在底线上。
chess-mate-covered = { $point }的{ $piece }控制{ $covered }，{ $king }的王无处可走。
chess-mate-covered-by-two = { $point }的{ $piece }控制{ $covered }，{ $other-point }的{ $other }控制{ $other-covered }，{ $king }的王无处可走。
chess-mate-at-close-quarters = { $point }的{ $piece }贴身将军，{ $king }的王无处可走。
chess-mate = { $point }的{ $piece }将军，{ $king }的王无处可走。

# Xiangqi
xiangqi-piece-red-general = 帅
xiangqi-piece-red-advisor = 仕
xiangqi-piece-red-elephant = 相
xiangqi-piece-red-horse = 马
xiangqi-piece-red-chariot = 车
xiangqi-piece-red-cannon = 炮
xiangqi-piece-red-soldier = 兵
xiangqi-piece-black-general = 将
xiangqi-piece-black-advisor = 士
xiangqi-piece-black-elephant = 象
xiangqi-piece-black-horse = 马
xiangqi-piece-black-chariot = 车
xiangqi-piece-black-cannon = 炮
xiangqi-piece-black-soldier = 卒
xiangqi-double-check = 双将
xiangqi-double-check-explained = { $point }的{ $piece }和{ $other-point }的{ $other }同时将军：双将。
xiangqi-smothered-mate = 闷宫
xiangqi-smothered-mate-explained = { $point }的{ $piece }以对方自己的子为炮架将军，{ $general }被己方棋子堵住：闷宫。
xiangqi-double-cannon = 重炮
xiangqi-double-cannon-explained = { $point }的{ $piece }以另一门炮为炮架将军：重炮。
xiangqi-cannon-behind-horse = 马后炮
xiangqi-cannon-behind-horse-explained = { $point }的{ $piece }以马为炮架将军：马后炮。
xiangqi-mate = { $point }的{ $piece }将军，{ $general-point }的{ $general }无路可走。

# Go
go-capture = 提子
go-snapback = 倒扑
go-sacrifice = 弃子
go-net = 枷吃
go-right-atari = 打吃方向
go-ladder = 征子
go-capture-explained =
    { $stones ->
        [1] { $move }紧住最后一口气，提一子。
       *[other] { $move }紧住最后一口气，提{ $stones }子。
    }
go-snapback-explained = { $move }送吃，{ $reply }提后只剩一口气，{ $last }反提：倒扑。
go-sacrifice-explained = { $move }弃一子，{ $reply }提后，这块棋仍被吃。
go-net-explained = { $move }不打吃，而是封住出路：枷。
go-right-atari-explained = 从{ $move }这边打吃：{ $reply }长后仍只有一口气，{ $last }提子。
go-ladder-explained = { $move }开始征子：对方每长一手，就再打吃。
go-no-escape =
    { $stones ->
        [1] { $move }之后，这一子无法逃脱。
       *[other] { $move }之后，这{ $stones }子无法逃脱。
    }
go-vital-point-to-live = { $move }是{ $shape }的要点，占到就有两只眼。
go-vital-point-to-kill = { $move }是{ $shape }的要点，点入之后做不出两只眼。
go-shape-straight-three = 直三
go-shape-bent-three = 曲三
go-shape-pyramid-four = 丁四
go-shape-bulky-five = 刀把五
go-shape-crossed-five = 梅花五
go-shape-rabbity-six = 葡萄六
go-two-eyes-at-once = { $move }做成两只眼。
go-two-eyes-later = { $move }确保能做出两只眼，对方怎样进攻都有应手。
go-cannot-be-taken = { $move }之后，对方怎样进攻都有应手，这块棋吃不掉。
go-stones-taken = { $move }之后，这块棋被提。
go-no-two-eyes = { $move }之后，这块棋怎样下都做不出两只眼。
go-race-to-kill = { $move }之后对杀见分晓：对方怎样下，这块棋都被吃。
go-race-to-live = { $move }之后对杀见分晓：这块棋再也吃不掉了。
