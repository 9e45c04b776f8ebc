/** Pixels per side of the blurred picture; the browser interpolates between them. */
const SIDE = 4
const HEADER = 54
/** BMP rows are padded to a multiple of four bytes. */
const ROW = Math.ceil((SIDE * 3) / 4) * 4

/**
 * The blurred picture of a thumbhash (base64, evanw.github.io/thumbhash), as a tiny BMP in a data address: BMP needs no compression, and the picture is in the
 * page before any script. Null if the text is not a thumbhash of an opaque picture.
 */
export function thumbhashPicture(hash: string | null): string | null {
  const bytes = bytesOf(hash ?? '')
  const byte = (place: number) => bytes[place] ?? 0
  const first = byte(0) | (byte(1) << 8) | (byte(2) << 16)
  const second = byte(3) | (byte(4) << 8)
  if (bytes.length < 6 || first >> 23) return null
  const short = Math.max(3, second & 7)
  const [across, down] = second >> 15 ? [7, short] : [short, 7]

  let next = 0
  const term = () => {
    const half = (byte(5 + (next >> 1)) >> ((next & 1) << 2)) & 15
    next += 1
    return half / 7.5 - 1
  }
  const light = channel(across, down, (first & 63) / 63, ((first >> 18) & 31) / 31, term)
  const yellow = channel(3, 3, ((first >> 6) & 63) / 31.5 - 1, (((second >> 3) & 63) / 63) * 1.25, term)
  const red = channel(3, 3, ((first >> 12) & 63) / 31.5 - 1, (((second >> 9) & 63) / 63) * 1.25, term)

  const file = emptyBitmap()
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const l = light(x, y)
      const b = l - (2 / 3) * yellow(x, y)
      const r = (3 * l - b + red(x, y)) / 2
      // BMP stores rows from the bottom up, and colours from blue to red.
      file.set([b, r - red(x, y), r].map(toByte), HEADER + (SIDE - 1 - y) * ROW + x * 3)
    }
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...file))}`
}

/** One channel of the picture from its mean and its lowest cosine terms, cut off along the diagonal. */
function channel(nx: number, ny: number, mean: number, scale: number, term: () => number): (x: number, y: number) => number {
  const waves: [number, number, number][] = []
  for (let cy = 0; cy < ny; cy += 1) {
    for (let cx = cy === 0 ? 1 : 0; cx * ny < nx * (ny - cy); cx += 1) {
      const height = term() * scale
      // A wave too short for these pixels would be drawn as a longer one.
      if (cx < SIDE && cy < SIDE) waves.push([cx, cy, height])
    }
  }
  const wave = (times: number, place: number) => Math.cos((Math.PI / SIDE) * (place + 0.5) * times)
  return (x, y) => waves.reduce((sum, [cx, cy, height]) => sum + 2 * height * wave(cx, x) * wave(cy, y), mean)
}

function emptyBitmap(): Uint8Array {
  const file = new Uint8Array(HEADER + SIDE * ROW)
  // 'BM', the file's length, the offset of the pixels, the second header's length, width, height, one plane of 24 bits.
  for (const [at, value] of [
    [0, 0x42],
    [1, 0x4d],
    [2, file.length],
    [10, HEADER],
    [14, 40],
    [18, SIDE],
    [22, SIDE],
    [26, 1],
    [28, 24],
  ] as const)
    file[at] = value
  return file
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function toByte(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}
