type Channel = { dc: number; ac: number[]; scale: number }

/** Pixels a side that a picture is made small to before it is told: more says nothing more. */
export const THUMBHASH_SIDE = 48

/**
 * ThumbHash (evanw.github.io/thumbhash) of an opaque picture: some 20 bytes that tell its colours before it is there.
 * `pixels`: rows from the top, `channels` numbers each, red, green and blue first.
 */
export function thumbhash(pixels: ArrayLike<number>, channels: 3 | 4, w: number, h: number): Uint8Array {
  const [l, p, q]: [number[], number[], number[]] = [[], [], []]
  for (let k = 0; k < w * h * channels; k += channels) {
    const [r, g, b] = [(pixels[k] ?? 0) / 255, (pixels[k + 1] ?? 0) / 255, (pixels[k + 2] ?? 0) / 255]
    l.push((r + g + b) / 3)
    p.push((r + g) / 2 - b)
    q.push(r - g)
  }
  const longest = Math.max(w, h)
  const [lx, ly] = [Math.max(1, Math.round((7 * w) / longest)), Math.max(1, Math.round((7 * h) / longest))]
  const light = encodeChannel(l, w, h, Math.max(3, lx), Math.max(3, ly))
  const [yellow, red] = [encodeChannel(p, w, h, 3, 3), encodeChannel(q, w, h, 3, 3)]
  const landscape = w > h
  const first =
    Math.round(63 * light.dc) | (Math.round(31.5 + 31.5 * yellow.dc) << 6) | (Math.round(31.5 + 31.5 * red.dc) << 12) | (Math.round(31 * light.scale) << 18)
  const second = (landscape ? ly : lx) | (Math.round(63 * yellow.scale) << 3) | (Math.round(63 * red.scale) << 9) | ((landscape ? 1 : 0) << 15)
  const terms = [...light.ac, ...yellow.ac, ...red.ac]
  const bytes = new Uint8Array(5 + Math.ceil(terms.length / 2))
  bytes.set([first & 255, (first >> 8) & 255, first >> 16, second & 255, second >> 8])
  for (const [k, f] of terms.entries()) bytes[5 + (k >> 1)] = (bytes[5 + (k >> 1)] ?? 0) | (Math.round(15 * f) << ((k & 1) << 2))
  return bytes
}

/** Cosine terms of one channel: the lowest `nx` × `ny`, cut off along the diagonal, each scaled to 0…1. */
function encodeChannel(values: readonly number[], w: number, h: number, nx: number, ny: number): Channel {
  const channel: Channel = { dc: 0, ac: [], scale: 0 }
  for (let cy = 0; cy < ny; cy += 1) {
    for (let cx = 0; cx * ny < nx * (ny - cy); cx += 1) {
      let f = 0
      for (let y = 0; y < h; y += 1)
        for (let x = 0; x < w; x += 1) f += (values[x + y * w] ?? 0) * Math.cos((Math.PI / w) * cx * (x + 0.5)) * Math.cos((Math.PI / h) * cy * (y + 0.5))
      f /= w * h
      if (cx === 0 && cy === 0) channel.dc = f
      else {
        channel.ac.push(f)
        channel.scale = Math.max(channel.scale, Math.abs(f))
      }
    }
  }
  if (channel.scale > 0) channel.ac = channel.ac.map((f) => 0.5 + (0.5 / channel.scale) * f)
  return channel
}
