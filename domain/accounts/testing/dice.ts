/** Numbers below a bound that are the same for the same seed (mulberry32). */
export function dice(seed: number): (below: number) => number {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function pick<T>(roll: (below: number) => number, choices: readonly [T, ...T[]] | readonly T[]): T {
  return choices[roll(choices.length)] as T
}
