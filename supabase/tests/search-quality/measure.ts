import { searchTokens } from '#domain/text/search-tokens.ts'
import { CATALOGUE } from './catalogue.ts'

/** As many as a search shows while it is typed. */
export const SHOWN = 6

export type Quality = {
  /** Of the right products that could have been shown, how many were; 0 to 1, the average of all queries. */
  recall: number
  /** 1 / the place of the first right product, 0 if none is shown; the average of all queries. */
  reciprocalRank: number
  /** Queries without any right product. */
  missed: string[]
}

const isRight = (name: string, meant: string): boolean => {
  const words = new Set(name.toLowerCase().split(' '))
  return meant.split(' ').every((word) => word.split('|').some((spelling) => words.has(spelling)))
}

/** @param suggest names of the products that the shop suggests for these words, best first */
export async function measureQuality(queries: Readonly<Record<string, string>>, suggest: (tokens: string[]) => Promise<string[]>): Promise<Quality> {
  let recall = 0
  let reciprocalRank = 0
  const missed: string[] = []
  const all = Object.entries(queries)
  for (const [typed, meant] of all) {
    const right = CATALOGUE.filter((name) => isRight(name, meant)).length
    if (!right) continue
    const shown = await suggest(searchTokens(typed))
    const first = shown.findIndex((name) => isRight(name, meant))
    recall += shown.filter((name) => isRight(name, meant)).length / Math.min(SHOWN, right)
    if (first === -1) missed.push(typed)
    else reciprocalRank += 1 / (first + 1)
  }
  return { recall: recall / all.length, reciprocalRank: reciprocalRank / all.length, missed }
}
