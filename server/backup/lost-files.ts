/** Names what a backup did not find in the file store, so that an owner can look for it; a store that is lost as a whole is no list of millions. */

const NAMED = 20

export type LostFiles = {
  /** @param name where it was, as the shop's owner would look for it */
  add(name: string): void
  /** Lines for the owner; none if nothing was lost. */
  lines(sentence: string): string[]
}

export function createLostFiles(): LostFiles {
  const names: string[] = []
  let count = 0
  return {
    add(name) {
      count += 1
      if (names.length < NAMED) names.push(name)
    },
    lines(sentence) {
      if (count === 0) return []
      const further = count - names.length
      return [
        `${count.toLocaleString('en-IN')} ${sentence}`,
        ...names.map((name) => `  ${name}`),
        ...(further > 0 ? [`  and ${further.toLocaleString('en-IN')} more`] : []),
      ]
    },
  }
}
