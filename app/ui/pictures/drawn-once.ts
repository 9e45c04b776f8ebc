/** Pictures, of 300 bytes each. */
const MOST_DRAWN = 5000

/** Draws the blurred version of each picture once for all pages that show it. */
export function drawnOnce(draw: (hash: string | null) => string | null): typeof draw {
  const drawn = new Map<string | null, string | null>()
  return (hash) => {
    let picture = drawn.get(hash)
    if (picture === undefined) {
      if (drawn.size >= MOST_DRAWN) drawn.clear()
      drawn.set(hash, (picture = draw(hash)))
    }
    return picture
  }
}
