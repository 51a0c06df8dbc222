# Play with people elsewhere
online = Online
online-explained = Play with friends at home, in a club or far away. Nobody has to register: your name and a key on this device are enough.
online-draft = Your challenge is sent as soon as you are connected to a server.
online-guest = Guest
online-nearby = Servers nearby
online-server = Server or link
online-server-hint = 192.168.1.20, club.example.org or a link
online-server-explained = Whoever has the program on a computer can start a server; it shows its address.
online-cancel = Stop trying
online-connect = Connect
online-connecting = Connecting to { $server }
online-trying-again = { $server } does not answer. Trying again.
online-reconnecting = The connection is lost. Trying again; your game is kept.
online-connected = Connected to { $server }
online-connected-time = Connected to { $server } · { $time } ms
online-fingerprint = You are { $key }
online-fingerprint-explained = Names can be alike; this belongs to your key alone.
online-leave = Leave the server
online-no-referee = The server does not answer yet.
online-bad-address = This is not the address of a server: give a host, host:port, or a link.
online-needs-web-socket = A browser cannot reach servers by mqtts://. Give the address that begins with https:// or wss://.
online-why-refused = The server does not let this player in.
online-why-ended = The server has ended the connection.
online-why-damaged = Something answers there that is no server for this program.
online-why-silent = Nothing answers there.
online-why-unreachable = There is no way to this server, or it is not running.
online-key-unreadable = Your key in { $file } cannot be read, so that others would not know you. It was left as it is.
online-bad-log = The record of this game does not prove itself, so that a part of it is not shown.

online-your-games = Your games
online-turn-yours = Your turn
online-turn-theirs = { $name } to move
online-unread =
    { $number ->
        [one] { $number } unread line
       *[other] { $number } unread lines
    }
online-game-begins = { $game } with { $name } begins. You find it under “Your games” online.
online-ended-won = While you were away you won at { $game } against { $name }.
online-ended-lost = While you were away { $name } won at { $game } against you.
online-ended-drawn = While you were away your game of { $game } with { $name } ended in a draw.
online-ended-void = While you were away your game of { $game } with { $name } ended without a result.
time-left-days = { $days } d { $hours } h
time-left-hours = { $hours } h { $minutes } min
time-left-minutes = { $minutes } min
online-return = Return
online-new-challenge = New challenge
online-own-challenges = Your challenges
online-withdraw = Withdraw
online-link-explained = Whoever opens this link, or scans it with a phone, plays with you.
online-copy-link = Copy link
online-challenges = Open challenges
online-no-challenges = Nobody is waiting. Offer a game, and send its link to a friend.
online-accept = Play
online-decline = Decline
online-declined = { $name } declined your challenge.
online-running = Games to watch
online-watch = Watch
online-here =
    { $number ->
        [one] { $number } player is here
       *[other] { $number } players are here
    }
online-ratings = Your ratings
online-table = Best players
online-table-empty = Nobody has played a rated game of this kind yet.
online-table-games =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
online-table-provisional = A rating with a question mark is provisional, and has no rank.
online-table-all = Show all { $number }
online-table-more = And { $number } more
online-shut-out = Not heard, and not here:
online-hear-again = Hear this player again
online-rated-game = Rated
online-friendly-game = Friendly
online-send-challenge = Send challenge
person-elsewhere = Someone online
person-elsewhere-explained = Your challenge is in the lobby of the server, and has a link that you can send.
online-challenge-to = To { $name }
online-challenge-to-you = to you
online-challenge-to-explained = Only this player sees your challenge, and is told of it at once.
online-challenge-everyone = Challenge everyone instead
online-challenge-person = Challenge to a game of
online-challenged = { $name } challenges you
online-challenge-later = Later, in the lobby
online-delay = Spectators see moves
online-delay-none = At once
online-delay-moves =
    { $moves ->
        [one] { $moves } move later
       *[other] { $moves } moves later
    }
clock-days-heading = Days for each move
clock-days-line = You come and go as you like: each move has so many days, and the game is kept.
clock-days =
    { $days ->
        [one] { $days } day a move
       *[other] { $days } days a move
    }
speed-blitz = Blitz
speed-rapid = Rapid
speed-classical = Classical
speed-correspondence = Correspondence

online-play-now = Play now
online-play-now-explained = Ten minutes each, rated: you play whoever else wants the same.
online-pairing = Waiting for an opponent: { $game }, { $terms }
online-stop-pairing = Stop waiting
online-mute = Mute
online-unmute = Hear again
online-block = Block
online-unblock = Unblock
online-report = Report to the server
online-key = Your key
online-key-explained = Others know you by it. Copy it to play as the same person on another device, and show it to nobody: whoever has it is you.
online-copy-key = Copy key
online-key-copied = Your key is on the clipboard.
online-import-key = Use this key
online-key-hint = Key from another device
online-key-imported = You are now the player of this key. The one before is gone from this device.
online-key-wrong = This is no key: it begins with “tianyuan-key-1:”.

online-chat = Chat
online-chat-empty = Nothing was said yet.
online-chat-hint = Write something
online-chat-elsewhere = { $name } wrote to you.
online-say = Send
online-phrases = Phrases

online-to-move = { $name } is to move.
online-your-turn = { $game }: { $name } has moved, it is your turn.
online-watching = You are watching this game.
online-behind =
    { $moves ->
        [one] { $name } is to move, as you see it { $moves } move later.
       *[other] { $name } is to move, as you see it { $moves } moves later.
    }
online-mute-opponent = Mute opponent
online-unmute-opponent = Hear opponent again
online-block-opponent = Block opponent
online-unblock-opponent = Unblock opponent
connection-away = Not connected
connection-unknown = Connection not measured yet
connection-time = { $time } ms to the server and back
online-not-your-turn = It is your opponent's turn.
online-move-waits = Your move is on its way.
online-opponent-away = { $name } is away. The clock goes on.
online-ask-takeback = Ask to take back
online-takeback-asked = { $name } would like to take back a move.
online-takeback-waits = You asked to take back a move.
online-takeback-allow = Allow
online-takeback-refuse = Refuse
online-abort = Abort the game
online-give-time = Give 15 seconds
online-accept-rematch = Accept rematch
online-rematch-offered = { $name } would like to play again.
online-rated = Your rating is { $rating } ({ $change }).
result-void = No result
result-player-wins = { $player } wins
ended-abandoned = { $side } wins: the opponent did not come back.
ended-void = The game was aborted and counts for nothing.
ended-void-tournament = The game was not begun in time and is lost for the one who did not come.

online-refused-unreadable = The server could not read that. Perhaps one of the two programs is too old.
online-refused-signature = The server does not believe that this is you.
online-refused-time = The clock of this device is wrong by more than ten minutes. Set it, and try again.
online-refused-too-many = That was too much in a short time. Wait a moment.
online-refused-unknown = It is no longer there.
online-refused-not-yours = That is not yours to do.
online-refused-setup = The server does not allow these settings.
online-refused-not-your-turn = It is your opponent's turn.
online-refused-illegal-move = The rules do not allow this move.
online-refused-outdated = Something happened in the game before that. Look again.
online-refused-no-offer = There is no offer to answer, or one is open already.
online-refused-game-over = The game is over.
online-refused-too-late = It is too late for that.
online-refused-text = This text is too long, or empty.
online-refused-storage = The server cannot keep the game just now. It is tried again.
online-refused-unpaired = No game of this tournament can be paired, or no such result be entered, just now.

phrase-hello = Hello.
phrase-good-luck = Good luck.
phrase-have-fun = Have fun.
phrase-you-too = You too.
phrase-thanks = Thank you.
phrase-nice-move = Nice move.
phrase-sorry = Sorry.
phrase-no-problem = No problem.
phrase-one-moment = One moment, please.
phrase-i-am-back = I am back.
phrase-good-game = Good game.
phrase-well-played = Well played.
phrase-i-have-to-go = I have to go.
phrase-goodbye = Goodbye.
online-no-events = No tournament has been announced.
online-event-open = open for players
online-event-runs = running
online-event-show = Show
online-organise = Organise a tournament
