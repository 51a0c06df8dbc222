# Joining texts: lists, clauses of a sentence, sentences
separator-of-list = { ", " }
separator-of-clauses = { ", " }
separator-of-sentences = { " " }

# The notation of moves in explanations: its name, where a game has it
explain-notation = standard

# Mates
explain-mate-now = { $move } is mate.
explain-no-move-left = { $move } leaves { $other } without a legal move, which loses.
explain-check-with-one-answer = { $move } gives check, and { $answer } is the only reply.
explain-check-with-answers = { $move } gives check. { $other } has { $answers } replies, and each is followed by mate.
explain-quiet-with-one-answer = After the quiet move { $move }, { $other } has only { $answer }.
explain-quiet-with-answers = { $move } is a quiet move, but each of the { $answers } replies is followed by mate.
explain-sacrifice = This is a sacrifice: { $answer } takes the piece.
explain-end-of-line = The line ends with { $line }.
explain-wrong-ends-game = { $move } ends the game without mate.
explain-wrong-is-taken = { $move } fails: { $answer } takes the piece.
explain-wrong-only-check = { $move } is only a check; the reply is { $answer }.
explain-wrong-no-mate = { $move } is not mate; the reply is { $answer }.
explain-wrong-no-mate-later = After { $move } { $answer } there is no longer a mate in { $moves }.

# Won material
explain-material = { $move } wins material worth at least { $pawns } pawns.
explain-example = For example: { $line }.
explain-wrong-wins-less = { $move } wins less; the reply is { $answer }.

# Games of discs that end early
explain-takes-all-now = { $move } flips the last discs of { $other }, which ends the game.
explain-takes-all = After { $move }, { $side } takes every disc of { $other } in { $moves } moves at most, whatever the replies.
explain-no-move-of-both = After { $move } the game soon ends, since neither side has a move, and { $side } has more discs.

# Rows
explain-row-complete = { $move } completes the row.
explain-row-quiet = { $move } makes no threat yet, but every reply loses.
explain-row-threat = { $move } threatens to complete a row at { $point }, so { $other } must block there.
explain-row-double-threat = { $move } threatens to complete a row at { $point } and at { $second-point }; { $other } can block only one of them.
explain-row-blocked = { $move } blocks the row that { $other } would complete.
explain-only-move = { $move } is the only move that does not lose.
explain-wrong-is-met = { $move } is answered by { $answer }.
explain-wrong-loses-at-once = { $move } loses at once to { $answer }.
explain-wrong-loses = { $move } loses to { $answer }.
explain-wrong-draws = { $move } draws at best; the reply is { $answer }.

# Wins by fours
explain-four-forces = { $move } forces { $answer }
explain-fours-all-force = Every move makes a four that must be blocked: { $clauses }.
explain-five-foul = After { $move }, { $other } cannot block the five at { $point } because that move is forbidden ({ $foul }).
explain-five-double-threat = { $move } threatens five at { $point } and at { $second-point }; only one of them can be blocked.
explain-threat-of-fours = { $move } threatens to win by fours, and { $side } wins whatever { $other } answers.
explain-only-defence = { $other } threatens to win by continuous fours; { $move } is the only move that stops it.
explain-wrong-loses-to-fours = After { $move } the fours begin with { $answer }.
explain-wrong-no-fours = After { $move } { $answer } there is no win by fours.

# Endgames by score
explain-best-score = With { $move } and best play, { $side } { $score }.
explain-next-best-score = With the next best move, { $move }, { $side } { $score }.
explain-score-draw = draws
explain-score-win =
    { $discs ->
        [one] wins by { $discs } disc
       *[other] wins by { $discs } discs
    }
explain-score-loss =
    { $discs ->
        [one] loses by { $discs } disc
       *[other] loses by { $discs } discs
    }
explain-points-win =
    { $points ->
        [one] wins by { $points } point
       *[other] wins by { $points } points
    }
explain-points-loss =
    { $points ->
        [one] loses by { $points } point
       *[other] loses by { $points } points
    }
explain-corner = A corner disc can never be flipped.
explain-has-to-pass = { $other } then has no move and must pass.
explain-lone-square = It is a single empty square, a region of its own.
explain-region-odd = It is in a region of { $squares } empty squares, an odd number.
explain-region-even = It is in a region of { $squares } empty squares, an even number.
explain-wrong-gives-corner = After { $move }, { $other } takes the corner { $answer }, and { $side } { $score }.
explain-wrong-score = After { $move } { $answer }, { $side } { $score }.

# Captures, life and death
explain-wrong-saves-stones = { $move } is answered by { $answer }.
explain-wrong-is-killed = After { $move }, { $other } kills with { $answer }.
explain-wrong-lets-live = After { $move }, { $other } lives with { $answer }.

# Tactics that win material
tactic-piece = piece
tactic-fork = Fork
tactic-discovered-check = Discovered check
tactic-discovered-attack = Discovered attack
tactic-pin = Pin
tactic-skewer = Skewer
tactic-fork-explained = The { $piece } on { $point } forks the { $piece-one } on { $point-one } and the { $piece-two } on { $point-two }.
tactic-discovery-explained = The move discovers an attack by the { $piece } on { $point } on the { $target } on { $target-point }.
tactic-pin-explained = The { $piece } on { $point } pins the { $front } on { $front-point } to the { $back } on { $back-point }.
tactic-skewer-explained = The { $piece } on { $point } skewers the { $front } on { $front-point } and the { $back } on { $back-point } behind it.

# Chess
chess-piece-pawn = pawn
chess-piece-knight = knight
chess-piece-bishop = bishop
chess-piece-rook = rook
chess-piece-queen = queen
chess-piece-king = king
chess-double-check = Double check
chess-double-check-explained = The { $piece } on { $point } and the { $other } on { $other-point } give double check, so only the king could move, and it cannot.
chess-smothered-mate = Smothered mate
chess-smothered-mate-explained = The king on { $king } is smothered by its own pieces.
chess-back-rank-mate = Back-rank mate
chess-back-rank-mate-explained = The king on { $king } is trapped on its back rank by its own pieces on { $own }.
chess-mate-covered = The { $piece } on { $point } covers { $covered }.
chess-mate-covered-by-two = The { $piece } on { $point } covers { $covered }, and the { $other } on { $other-point } covers { $other-covered }.
chess-mate-at-close-quarters = The { $piece } on { $point } checks the king on { $king } from the next square, and the king has no escape.
chess-mate = The { $piece } on { $point } checks the king on { $king }, which has no escape.

# Xiangqi
xiangqi-piece-red-general = general
xiangqi-piece-red-advisor = advisor
xiangqi-piece-red-elephant = elephant
xiangqi-piece-red-horse = horse
xiangqi-piece-red-chariot = chariot
xiangqi-piece-red-cannon = cannon
xiangqi-piece-red-soldier = soldier
xiangqi-piece-black-general = general
xiangqi-piece-black-advisor = advisor
xiangqi-piece-black-elephant = elephant
xiangqi-piece-black-horse = horse
xiangqi-piece-black-chariot = chariot
xiangqi-piece-black-cannon = cannon
xiangqi-piece-black-soldier = soldier
xiangqi-double-check = Double check
xiangqi-double-check-explained = The { $piece } on { $point } and the { $other } on { $other-point } give double check.
xiangqi-smothered-mate = Smothered mate
xiangqi-smothered-mate-explained = The { $piece } on { $point } gives check over the { $general }'s own piece on { $screen-point }, and the { $general } is boxed in by its own pieces: a smothered mate.
xiangqi-double-cannon = Double cannon
xiangqi-double-cannon-explained = The { $piece } on { $point } gives check with the other cannon on { $screen-point } as its screen: a double cannon.
xiangqi-cannon-behind-horse = Cannon behind horse
xiangqi-cannon-behind-horse-explained = The { $piece } on { $point } gives check with the horse on { $screen-point } as its screen: cannon behind horse.
xiangqi-mate = The { $piece } on { $point } checks the { $general } on { $general-point }, which has no escape.

# Go
go-capture = Capture
go-snapback = Snapback
go-sacrifice = Sacrifice
go-net = Net
go-right-atari = Direction of atari
go-ladder = Ladder
go-capture-explained =
    { $stones ->
        [one] { $move } fills the last liberty and captures a stone.
       *[other] { $move } fills the last liberty and captures { $stones } stones.
    }
go-snapback-explained = { $move } is a throw-in. When { $reply } captures it, the stones have a single liberty, and { $last } recaptures: a snapback.
go-sacrifice-explained = { $move } is a sacrifice: { $reply } captures it, and the stones are captured all the same.
go-net-explained =
    { $stones ->
        [one] { $move } does not give atari but encloses the stone: a net.
       *[other] { $move } does not give atari but encloses the stones: a net.
    }
go-right-atari-explained = { $move } gives atari from the right side: after { $reply } the stones still have one liberty, and { $last } captures.
go-ladder-explained = { $move } starts a ladder: every extension is met by another atari.
go-no-escape =
    { $stones ->
        [one] After { $move } the stone cannot escape.
       *[other] After { $move } the stones cannot escape.
    }
go-vital-point-to-live = { $move } is the vital point of the { $shape }: it makes two eyes.
go-vital-point-to-kill = { $move } is the vital point of the { $shape }: the group cannot make two eyes.
go-shape-straight-three = straight three
go-shape-bent-three = bent three
go-shape-pyramid-four = pyramid four
go-shape-bulky-five = bulky five
go-shape-crossed-five = crossed five
go-shape-rabbity-six = rabbity six
go-two-eyes-at-once = { $move } makes two eyes.
go-two-eyes-later = { $move } secures two eyes against any attack.
go-cannot-be-taken = After { $move } the group survives any attack.
go-stones-taken = After { $move } the stones are captured.
go-no-two-eyes = After { $move } the group cannot make two eyes.
go-race-to-kill = { $move } decides the capturing race: whatever is played, the group is captured.
go-race-to-live = { $move } decides the capturing race: the group can no longer be captured.
