# Joining texts: lists, clauses of a sentence, sentences
separator-of-list = { ", " }
separator-of-clauses = { ", " }
separator-of-sentences = { " " }

# The notation of moves in explanations: its name, where a game has it
explain-notation = standard

# Mates
explain-mate-now = { $move } is mate.
explain-no-move-left = { $move } leaves { $other } without a move, which loses.
explain-check-with-one-answer = { $move } gives check and leaves { $other } a single answer, { $answer }.
explain-check-with-answers = { $move } gives check. { $other } has { $answers } answers, and is mated after each.
explain-quiet-with-one-answer = After the quiet { $move } { $other } has no other move than { $answer }.
explain-quiet-with-answers = { $move } is no check, but after each of the { $answers } answers mate follows.
explain-sacrifice = The piece is given up: { $answer } takes it.
explain-end-of-line = It ends with { $line }.
explain-wrong-ends-game = { $move } ends the game without mate.
explain-wrong-is-taken = { $move } fails: { $answer } takes the piece.
explain-wrong-only-check = { $move } is only a check: { $answer }.
explain-wrong-no-mate = { $move } is no mate: { $answer }.
explain-wrong-no-mate-later = After { $move } { $answer } there is no mate in { $moves } any more.

# Won material
explain-material = { $move } wins at least the worth of { $pawns } pawns for { $side }.
explain-example = For example: { $line }.
explain-wrong-wins-less = { $move } wins less; the answer is { $answer }.

# Rows
explain-row-complete = { $move } completes the row.
explain-row-quiet = { $move } threatens nothing yet, but every answer loses.
explain-row-threat = { $move } threatens to complete a row at { $point }, so { $other } has to play there.
explain-row-double-threat = { $move } threatens to complete a row at { $point } and at { $second-point }; { $other } can stop only one of them.
explain-row-blocked = { $move } stops the row that { $other } would complete there.
explain-only-move = { $move } is the only move that does not lose.
explain-wrong-is-met = { $move } is met by { $answer }.
explain-wrong-loses-at-once = { $move } loses at once to { $answer }.
explain-wrong-loses = { $move } loses; the answer is { $answer }.
explain-wrong-draws = { $move } gives a draw at best; the answer is { $answer }.

# Wins by fours
explain-four-forces = { $move } forces { $answer }
explain-fours-all-force = Every move makes a four that has to be stopped: { $clauses }.
explain-five-foul = After { $move } { $other } may not stop the five at { $point }, for that would be a foul ({ $foul }).
explain-five-double-threat = { $move } makes five possible at { $point } and at { $second-point }, and only one of them can be stopped.
explain-wrong-no-fours = { $move } is met by { $answer }, and no win by fours is left.

# Endgames of Reversi
explain-best-score = With { $move } { $side } { $score } by best play.
explain-next-best-score = With the next best, { $move }, { $side } { $score }.
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
explain-corner = A disc in the corner is never turned over.
explain-has-to-pass = { $other } then has no move and has to pass.
explain-lone-square = It is an empty square by itself.
explain-region-odd = It lies in a region of { $squares } empty squares, an odd number.
explain-region-even = It lies in a region of { $squares } empty squares, an even number.
explain-wrong-gives-corner = After { $move } { $other } takes the corner { $answer }, and { $side } { $score }.
explain-wrong-score = After { $move }, answered by { $answer }, { $side } { $score }.

# Captures, life and death
explain-wrong-saves-stones = { $move } is met by { $answer }.
explain-wrong-is-killed = After { $move } { $other } kills with { $answer }.
explain-wrong-lets-live = After { $move } { $other } lives with { $answer }.

# Tactics that win material
tactic-piece = piece
tactic-fork = Fork
tactic-discovered-check = Discovered check
tactic-discovered-attack = Discovered attack
tactic-pin = Pin
tactic-skewer = Skewer
tactic-fork-explained = The { $piece } on { $point } then attacks the { $piece-one } on { $point-one } and the { $piece-two } on { $point-two } at once.
tactic-discovery-explained = The move opens a line: the { $piece } on { $point } attacks the { $target } on { $target-point }.
tactic-pin-explained = The { $piece } on { $point } attacks the { $front } on { $front-point }, behind which stands the { $back } on { $back-point }: a pin.
tactic-skewer-explained = The { $piece } on { $point } attacks the { $front } on { $front-point } and, behind it, the { $back } on { $back-point }: a skewer.

# Chess
chess-piece-pawn = pawn
chess-piece-knight = knight
chess-piece-bishop = bishop
chess-piece-rook = rook
chess-piece-queen = queen
chess-piece-king = king
chess-double-check = Double check
chess-double-check-explained = It is a double check by the { $piece } on { $point } and the { $other } on { $other-point }: only the king could move, and it cannot.
chess-smothered-mate = Smothered mate
chess-smothered-mate-explained = The king on { $king } is smothered: its own men stand on all squares around it.
chess-back-rank-mate = Back-rank mate
chess-back-rank-mate-explained = The king on { $king } is shut in on its back rank by its own men on { $own }.
chess-mate-covered = The { $piece } on { $point } covers { $covered }.
chess-mate-covered-by-two = The { $piece } on { $point } covers { $covered }, and the { $other } on { $other-point } covers { $other-covered }.
chess-mate-at-close-quarters = The king on { $king } is checked by the { $piece } on { $point } at close quarters and has no square to go to.
chess-mate = The king on { $king } is checked by the { $piece } on { $point } and has no square to go to.

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
xiangqi-double-check-explained = It is a double check by the { $piece } on { $point } and the { $other } on { $other-point }.
xiangqi-smothered-mate = Smothered by a cannon
xiangqi-smothered-mate-explained = The { $piece } on { $point } gives check over the { $general }'s own piece on { $screen-point }, and its own pieces leave it no point to go to.
xiangqi-double-cannon = Two cannons in a row
xiangqi-double-cannon-explained = The { $piece } on { $point } gives check over the other cannon on { $screen-point }: a double cannon.
xiangqi-cannon-behind-horse = Cannon behind the horse
xiangqi-cannon-behind-horse-explained = The { $piece } on { $point } gives check over its own horse on { $screen-point }: the cannon behind the horse.
xiangqi-mate = The { $general } on { $general-point } is attacked by the { $piece } on { $point } and has no way out.

# Go
go-capture = Capture
go-snapback = Snapback
go-sacrifice = Sacrifice
go-net = Net
go-right-atari = The right atari
go-ladder = Ladder
go-capture-explained =
    { $stones ->
        [one] { $move } fills the last liberty and takes a stone.
       *[other] { $move } fills the last liberty and takes { $stones } stones.
    }
go-snapback-explained = { $move } lets itself be taken at { $reply }. The stones then have a single liberty, and { $last } takes them all: a snapback.
go-sacrifice-explained = The stone on { $move } is given up: { $reply } takes it, and the capture follows.
go-net-explained =
    { $stones ->
        [one] { $move } does not touch the stone, but closes the way out: a net.
       *[other] { $move } does not touch the stones, but closes the way out: a net.
    }
go-right-atari-explained = { $move } gives atari from the right side: after { $reply } the stones still have one liberty, and { $last } takes.
go-ladder-explained = { $move } begins a ladder: every extension is met by the next atari.
go-no-escape =
    { $stones ->
        [one] After { $move } nothing saves the stone.
       *[other] After { $move } nothing saves the stones.
    }
go-vital-point-to-live = { $move } is the vital point of the { $shape } within the group: with it the group has two eyes.
go-vital-point-to-kill = { $move } is the vital point of the { $shape } within the group: now it cannot make two eyes.
go-shape-straight-three = straight three
go-shape-bent-three = bent three
go-shape-pyramid-four = pyramid four
go-shape-bulky-five = bulky five
go-shape-crossed-five = crossed five
go-shape-rabbity-six = rabbity six
go-two-eyes-at-once = { $move } completes two eyes.
go-two-eyes-later = { $move } makes sure of two eyes; each attack has its answer.
go-cannot-be-taken = After { $move } every attack has an answer, and the group cannot be taken.
go-stones-taken = After { $move } the stones are taken.
go-no-two-eyes = After { $move } the group cannot make two eyes, whatever is tried.
