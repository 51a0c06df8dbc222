# Two commands: `make run` builds and starts the game, `make test` builds and
# runs every test.

.PHONY: run test

test:
	cargo test --no-default-features

run:
	cargo run
