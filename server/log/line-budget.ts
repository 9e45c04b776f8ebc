/** How many lines may be written in a second: what visitors cause must not fill the disk. */

/**
 * @param most lines per second
 * @param sayLeftOut hears, before the first line of a later second, how many found no room
 * @param now milliseconds of a clock that is never set
 * @returns whether there is room for one more line
 */
export function createLineBudget(most: number, sayLeftOut: (count: number) => void, now: () => number = () => performance.now()): () => boolean {
  let second = 0
  let lines = 0
  let leftOut = 0
  return () => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      if (leftOut > 0) sayLeftOut(leftOut)
      second = current
      lines = 0
      leftOut = 0
    }
    lines += 1
    if (lines > most) leftOut += 1
    return lines <= most
  }
}
