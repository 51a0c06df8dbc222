// Checks that Reversi's SIMD move generation equals the portable one:
//
//     node wasm_simd.mjs MODULE       # built from wasm_simd.rs

import { readFile } from "node:fs/promises";

const BOARDS = 20000;
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const wrong = instance.exports.differences(BOARDS);
if (wrong !== 0) {
    console.error(`web-test: on ${wrong} of ${BOARDS} boards the moves of Reversi are others`);
    process.exit(1);
}
console.log(`web-test: the moves of Reversi are the same on ${BOARDS} boards`);
