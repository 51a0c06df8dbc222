// The moves of Reversi as the browser counts them are those of any machine:
//
//     node lanes.mjs MODULE       # made of lanes.rs

import { readFile } from "node:fs/promises";

const BOARDS = 20000;
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const wrong = instance.exports.differences(BOARDS);
if (wrong !== 0) {
    console.error(`web-test: on ${wrong} of ${BOARDS} boards the moves of Reversi are others`);
    process.exit(1);
}
console.log(`web-test: the moves of Reversi are the same on ${BOARDS} boards`);
