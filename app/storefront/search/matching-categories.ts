import { searchTokens } from '#domain/text/search-tokens.ts'

type Named = { id: string; name: string; name_hi: string | null; slug: string }

const MOST = 3

/** Categories in whose name each typed word begins a word, at most three. Accents and capitals do not matter. */
export function matchingCategories<Node extends Named>(categories: readonly Node[], typed: string): Node[] {
  const tokens = searchTokens(fold(typed))
  if (tokens.length === 0) return []
  return categories
    .filter(({ name, name_hi }) => {
      const words = searchTokens(fold(`${name} ${name_hi ?? ''}`), Number.POSITIVE_INFINITY)
      return tokens.every((token) => words.some((word) => word.startsWith(token)))
    })
    .slice(0, MOST)
}

/** Latin accents only: the marks of other scripts are their vowels. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}
