// Checks that Reversi's SIMD move generation and the SIMD products of convolutions equal the
// portable ones:
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

const PRODUCTS = 2000;
const different = instance.exports.different_products(PRODUCTS);
if (different !== 0) {
    console.error(`web-test: ${different} of ${PRODUCTS} products of convolutions are others`);
    process.exit(1);
}
console.log(`web-test: ${PRODUCTS} products of convolutions are the same`);
