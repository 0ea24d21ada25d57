// A QR code of a link: bytes, error correction M, versions 1 to 10 (ISO/IEC 18004). Enough for 213 characters.

/** Per version: [error correction codewords per block, [blocks, data codewords each], ...]. */
const BLOCKS = [
  [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]],
  [16, [4, 27]], [18, [4, 31]], [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/**
 * The error correction codewords of a block (Reed-Solomon over GF(256)).
 * @param {number[]} block
 * @param {number} count
 */
function correction(block, count) {
  let divisor = [1];
  for (let i = 0; i < count; i += 1) {
    const next = [...divisor, 0];
    divisor.forEach((factor, j) => (next[j + 1] ^= times(factor, EXP[i])));
    divisor = next;
  }
  const rest = [...block, ...new Array(count).fill(0)];
  for (let i = 0; i < block.length; i += 1) {
    const lead = rest[i];
    if (lead) divisor.forEach((factor, j) => (rest[i + j] ^= times(factor, lead)));
  }
  return rest.slice(block.length);
}

/**
 * All codewords of a text in the smallest version that holds it.
 * @param {string} text
 * @returns {{ version: number, words: number[] }}
 */
function codewords(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, ...groups]) => bytes.length + 3 <= capacity(groups)) + 1;
  if (!version) throw new Error("too long for a QR code");
  const [each, ...groups] = BLOCKS[version - 1];
  const total = capacity(groups);
  let bits = "0100" + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0000".slice(0, total * 8 - bits.length);
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < total; pad ^= 0xec ^ 0x11) data.push(pad);
  /** @type {number[][]} */
  const blocks = [];
  for (const [count, size] of /** @type {number[][]} */ (groups)) {
    for (let i = 0; i < count; i += 1) blocks.push(data.splice(0, size));
  }
  const fixes = blocks.map((block) => correction(block, /** @type {number} */ (each)));
  return { version, words: [...interleaved(blocks), ...interleaved(fixes)] };
}

/** @param {any[]} groups */
const capacity = (groups) => groups.reduce((sum, [count, size]) => sum + count * size, 0);

/** @param {number[][]} blocks */
function interleaved(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => (i < block.length ? [block[i]] : []))).flat();
}

/** A grid whose modules are dark, light or still free. */
class Grid {
  /** @param {number} version */
  constructor(version) {
    this.size = 17 + 4 * version;
    /** @type {(boolean | null)[][]} */
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(null));
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) this.#finder(x, y);
    for (let i = 8; i < this.size - 8; i += 1) this.dark[6][i] = this.dark[i][6] = i % 2 === 0;
    const spots = ALIGNED[version - 1];
    const last = spots.at(-1);
    const corners = [`6,6`, `6,${last}`, `${last},6`];
    for (const x of spots) for (const y of spots) if (!corners.includes(`${x},${y}`)) this.#aligned(x, y);
    this.dark[this.size - 8][8] = true;
    this.format(0);
    if (version >= 7) this.#version(version);
  }

  /** @param {number} x @param {number} y */
  #finder(x, y) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        if (this.dark[y + dy]?.[x + dx] === undefined) continue;
        this.dark[y + dy][x + dx] = ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy)));
      }
    }
  }

  /** @param {number} x @param {number} y */
  #aligned(x, y) {
    for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) this.dark[y + dy][x + dx] = Math.max(Math.abs(dx), Math.abs(dy)) !== 1;
  }

  /** @param {number} version */
  #version(version) {
    let rest = version;
    for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i += 1) {
      const [far, near] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      this.dark[near][far] = this.dark[far][near] = Boolean((bits >> i) & 1);
    }
  }

  /** The format: error correction M and a mask. @param {number} mask */
  format(mask) {
    let rest = mask;
    for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (/** @type {number} */ i) => Boolean((bits >> i) & 1);
    for (let i = 0; i < 6; i += 1) this.dark[i][8] = bit(i);
    this.dark[7][8] = bit(6);
    this.dark[8][8] = bit(7);
    this.dark[8][7] = bit(8);
    for (let i = 9; i < 15; i += 1) this.dark[8][14 - i] = bit(i);
    for (let i = 0; i < 8; i += 1) this.dark[8][this.size - 1 - i] = bit(i);
    for (let i = 8; i < 15; i += 1) this.dark[this.size - 15 + i][8] = bit(i);
  }
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read. @param {boolean[][]} code */
function penalty(code) {
  let bad = 0;
  const columns = code.map((_, x) => code.map((row) => row[x]));
  for (const line of [...code, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) bad += run.length - 2;
    for (let i = 0; i + 11 <= text.length; i += 1) if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) bad += 40;
  }
  for (let y = 1; y < code.length; y += 1) {
    for (let x = 1; x < code.length; x += 1) {
      if (code[y][x] === code[y][x - 1] && code[y][x] === code[y - 1][x] && code[y][x] === code[y - 1][x - 1]) bad += 3;
    }
  }
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  return bad + 10 * Math.floor(Math.abs(dark * 20 - 10));
}

/**
 * The QR code of a text, row by row; true is dark.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qrCode(text) {
  const { version, words } = codewords(text);
  const grid = new Grid(version);
  /** @type {[number, number][]} */
  const free = [];
  let up = true;
  for (let right = grid.size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < grid.size; i += 1) {
      const y = up ? grid.size - 1 - i : i;
      for (const x of [right, right - 1]) if (grid.dark[y][x] === null) free.push([x, y]);
    }
    up = !up;
  }
  let best = /** @type {boolean[][]} */ ([]);
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    grid.format(number);
    const code = grid.dark.map((row) => row.map(Boolean));
    free.forEach(([x, y], i) => {
      const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
      code[y][x] = Boolean(bit) !== mask(x, y);
    });
    const bad = penalty(code);
    if (bad < least) [least, best] = [bad, code];
  });
  return best;
}

/** A code as SVG path data, one unit a module. @param {boolean[][]} code */
export function qrPath(code) {
  return code.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
}
