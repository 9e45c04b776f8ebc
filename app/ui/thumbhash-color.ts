/**
 * The average colour of a picture from its thumbhash (base64), for the ground it appears on.
 * The format's first three bytes hold luminance and two colour axes, six bits each; null where the text is no thumbhash.
 */
export function thumbhashColor(hash: string | null): string | null {
  if (hash === null) return null
  const bytes = bytesOf(hash)
  const [first, second, third] = bytes
  if (first === undefined || second === undefined || third === undefined) return null
  const header = first | (second << 8) | (third << 16)
  const lightness = (header & 63) / 63
  const p = ((header >> 6) & 63) / 31.5 - 1
  const q = ((header >> 12) & 63) / 31.5 - 1
  const blue = lightness - (2 / 3) * p
  const red = (3 * lightness - blue + q) / 2
  return `rgb(${[red, red - q, blue].map(channel).join(' ')})`
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function channel(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}
