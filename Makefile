# Two commands do everything: `make run` and `make test`.

.PHONY: run test test-checked lint bench android web web-test

# Builds the game and starts it.
run:
	tools/packages.sh run
	cargo run

# Builds everything and runs every test: rules, search, commands, the
# application without a window, and the application in a real one.
test:
	tools/packages.sh test
	cargo test
	cargo check --no-default-features --all-targets
	$(MAKE) test-checked

# The laws of all games, the formats and the searches with arithmetic checked
# for overflow, without the window.
test-checked:
	cargo test --profile checked --no-default-features --lib --test rules --test record --test search

# Builds the package for Android, signed for trying it out, and checks it.
android:
	tools/android.sh

# What a change should pass before it lands, beside the tests.
lint:
	cargo fmt --check
	cargo clippy --no-default-features --all-targets -- -D warnings
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
	tools/web-test.sh
