/** What a product is called. */
export type Named = { name: string; brand: string | null }

/** Words that a list leaves out or adds without meaning another product. */
const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'and', 'of', 'the', 'with', 'for', 'in', 'by'])
/** A shorter word is never read as a typing error: 'rani' and 'rang' are two shades. */
const TYPO_FROM = 5
const TWO_TYPOS_FROM = 9
/** One shorter word alone ('oil') names no product. */
const LEAST_LETTERS = 4

/**
 * The one product that a text of a list clearly means: exactly one candidate has every word of the text in its name or brand. A typing
 * error is allowed in a longer word, a number never differs, and a word that no product has (a shade, a size) makes the text unclear. So
 * 'kumkum lipstick' is clear while one lipstick is called Kumkum, and is a question once there are two.
 *
 * @param candidates the products that come near, complete as far as they have all the words
 * @returns the place of the product among the candidates; null: none, or several
 */
export function clearMatch(text: string, candidates: readonly Named[]): number | null {
  const words = wordsOf(text)
  if (words.join('').length < LEAST_LETTERS || words.every(isNumber)) return null
  const places = candidates.flatMap((candidate, place) => (hasAll(wordsOf(`${candidate.name} ${candidate.brand ?? ''}`), words) ? [place] : []))
  return places.length === 1 ? (places[0] ?? null) : null
}

/** Whether a number is part of a product's name: 'kohl 04' may mean four of Kohl, or Kohl 04. */
export function namesNumber(number: number, { name }: Pick<Named, 'name'>): boolean {
  return wordsOf(name).includes(String(number))
}

/** Runs of letters and of digits, folded: 'Gel, 7.5ML' is gel, 7.5, ml. */
function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u200B-\u200D]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
  const words = folded.match(/\p{N}+(?:\.\p{N}+)*|[\p{L}\p{M}]+/gu) ?? []
  return words.map((word) => (isNumber(word) ? word.replace(/^0+(?=\p{N})/u, '') : word)).filter((word) => !FILLERS.has(word))
}

const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

/** Two words may be written as one: 'lip stick' and 'lipstick', in the text or in the name. */
function hasAll(known: readonly string[], words: readonly string[]): boolean {
  const wholes = [...known, ...joined(known)]
  const has = (word: string): boolean => wholes.some((one) => isSame(word, one))
  const pairs = joined(words)
  return words.every((word, place) => has(word) || [pairs[place - 1], pairs[place]].some((pair) => pair !== undefined && pair !== '' && has(pair)))
}

/** Each word with the one after it; empty where one is a number. */
function joined(words: readonly string[]): string[] {
  return words.slice(1).map((word, place) => (isNumber(word) || isNumber(words[place] ?? '') ? '' : `${words[place] ?? ''}${word}`))
}

function isSame(typed: string, known: string): boolean {
  if (typed === known) return true
  if (isNumber(typed) || isNumber(known)) return false
  if (singular(typed) === singular(known)) return true
  // A typing error is rarely the first letter, and 'peach' is not 'beach'.
  if (typed[0] !== known[0] || Math.min(typed.length, known.length) < TYPO_FROM) return false
  return typos(typed, known) <= (typed.length >= TWO_TYPOS_FROM ? 2 : 1)
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)

/** How many letters were left out, added, changed or swapped with the next one. */
function typos(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, place) => place)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? Infinity
}
