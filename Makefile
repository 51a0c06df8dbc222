# Two commands do everything: `make run` and `make test`.

.PHONY: run serve test fuzz kill kill-online cluster-test engines-test lint bench android web web-test deb test-deb

# Builds the game and starts it.
run:
	tools/packages.sh run
	cargo run

# Serves play over a network to the devices in the house, with the page of `make web` if
# it was built. SERVE are options, such as SERVE="--port 80 --data FOLDER".
SERVE =
serve:
	tools/packages.sh serve
	cargo run --no-default-features --features server -- serve $(SERVE)

# Builds everything and runs every test, with arithmetic checked for overflow: rules,
# search, records, commands, the server, the application without a window and in a real
# one. What needs no window also builds without it.
test:
	tools/packages.sh test
	cargo test
	cargo check --no-default-features --all-targets

# Feeds every reader damaged and hostile input for MINUTES minutes; `make test`
# does so for seconds. SEED chooses the inputs, TARGET only some of the readers.
MINUTES = 10
SEED = $(shell date +%s)
TARGET =
fuzz:
	FUZZ_MINUTES=$(MINUTES) FUZZ_SEED=$(SEED) FUZZ_TARGET=$(TARGET) cargo test --no-default-features --test fuzz hostile -- --nocapture

# Kills a process that saves KILLS times, first one of the library and then the
# application without a window, at play and at work, and checks that nothing is lost.
KILLS = 1000
kill:
	KILLS=$(KILLS) KILL_SEED=$(SEED) cargo test --no-default-features --test kill survives -- --nocapture
	KILLS=$(KILLS) KILL_SEED=$(SEED) cargo test --lib app::testing::kills -- --nocapture

# Kills servers, brokers, referees and players in running games KILLS times.
kill-online:
	tools/packages.sh test
	KILLS=$(KILLS) KILL_SEED=$(SEED) cargo test --no-default-features --features server --test server kills -- --nocapture --test-threads 1

# Plays over a cluster of three brokers of RMQTT on this machine, of which one is killed.
cluster-test:
	RMQTT_NODE="$$(tools/rmqtt-cluster.sh)" cargo test --no-default-features --features server --test server cluster -- --ignored --nocapture

# PROGRAM is one that is built already, which the next and `make web-test` try instead of a
# new one.
PROGRAM =

# Lets other programs drive the engine over its protocols: UCI, UCCI, GTP, Gomocup.
engines-test:
	tools/engines-test.sh $(PROGRAM)

# Builds the package for Android, signed for trying it out, and checks it.
android:
	tools/android.sh

# Builds the package for Debian and its relatives, with the program of `make run`.
deb:
	tools/deb.sh

# Builds it, checks it with lintian, installs it, opens a game with it, and removes it
# again. Needs root.
test-deb:
	tools/deb-test.sh

# What a change should pass before it lands, beside the tests.
lint:
	cargo fmt --check
	cargo clippy --no-default-features --all-targets -- -D warnings
	cargo clippy --no-default-features --features server --all-targets -- -D warnings
	cargo clippy --all-targets -- -D warnings

# Speed of the rules and of the end-game search.
bench:
	cargo bench --no-default-features

# The folder that any static server can serve, for phones and browsers.
web:
	tools/web.sh

# Plays in a headless browser on a small touch screen: with the computer, over
# a reload, without a network.
web-test: web
	tools/web-test.sh $(PROGRAM)
