/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. Here because a made SKU must be the same in the browser, over plain HTTP too, and on the command line. */
export function sha256(text: string): string {
  const message = new TextEncoder().encode(text)
  const blocks = ((message.length + 8) >> 6) + 1
  const bytes = new Uint8Array(blocks * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(bytes.length - 4, (message.length << 3) >>> 0)
  const hash = Uint32Array.from(START)
  const words = new Uint32Array(64)
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(block * 64 + i * 4)
    for (let i = 16; i < 64; i += 1) {
      const [early, late] = [at(words, i - 15), at(words, i - 2)]
      words[i] = at(words, i - 16) + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + at(words, i - 7) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
    }
    compress(hash, words)
  }
  return Array.from(hash, (part) => part.toString(16).padStart(8, '0')).join('')
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = Array.from(hash) as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i += 1) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) >>> 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0]
  }
  for (const [i, part] of [a, b, c, d, e, f, g, h].entries()) hash[i] = at(hash, i) + part
}

const at = (words: Uint32Array, place: number): number => words[place] ?? 0
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The first 32 bits of the fractions of the roots of the first primes (FIPS 180-4, sections 4.2.2 and 5.3.3). */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: 16 }, (_, d) => d + 2).some((d) => d < n && n % d === 0))
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32)
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))
