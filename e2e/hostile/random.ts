/** A seeded random source, so that a failing attack can be repeated: the same seed sends the same requests. */
export type Random = {
  /** An integer from 0, smaller than `below`. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(values: readonly T[]): T
  /** Several values, repeats allowed. */
  some<T>(most: number, make: () => T): T[]
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: small, fast and good enough to choose shapes with.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    chance: (share) => next() < share,
    pick<T>(values: readonly T[]): T {
      const value = values[int(values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
    some: (most, make) => Array.from({ length: int(most + 1) }, make),
  }
}
