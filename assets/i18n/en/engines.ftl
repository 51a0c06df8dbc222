# Engines of others.
engines-damaged = The list of engines could not be read. It was set aside as { $kept }; nothing else is lost.
engine-ended = { $engine } has ended unexpectedly.
engine-not-started = { $engine } could not be started.
engine-hangs = { $engine } does not answer. It was ended.
engine-not-understood = { $engine } answers what cannot be understood. It was ended.
engine-illegal-move = { $engine } played no legal move. It was ended.
engine-refuses = { $engine } cannot play from this position or under these rules.
