/** Numbers that look random and are the same for the same text: the demo's trade is the same at each start of one day. */
export type Random = {
  /** At least 0, below 1. */
  next(): number
  /** At least `from`, below `to`. */
  between(from: number, to: number): number
  /** One of the list, by its weight. */
  pick<T>(list: readonly T[], weight?: (item: T) => number): T
}

export function randomOf(text: string): Random {
  let state = hashOf(text)
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick(list, weight = () => 1) {
      let left = next() * list.reduce((sum, item) => sum + weight(item), 0)
      for (const item of list) {
        left -= weight(item)
        if (left < 0) return item
      }
      const last = list.at(-1)
      if (last === undefined) throw new RangeError('Nothing to pick from')
      return last
    },
  }
}

/** FNV-1a: 32 bits of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193)
  return hash
}
