/** Which products a page shows: those whose ids are in it. */

/** From the first hyphen on: what comes before it is looked at only where the rest fits, which is much faster than the other way round. */
const ID = /(?<=([\da-f]{8}))-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** A page that shows more is outdated by every change. */
const MAX_IDS = 500

/**
 * The first and last 6 characters. V8 keeps a slice of 13 or more characters as a reference to the whole page; one of 12 is a copy. Two
 * ids with the same short one only drop a page too many.
 */
export const shortId = (id: string): string => id.slice(0, 6) + id.slice(30)

/** Bytes that are looked through at once: a text as long as a page would be long-lived garbage. */
const PIECE = 32_768
const ID_LENGTH = 36

/** The short ids in a page; null if there are too many. */
export function shownIds(page: Buffer): ReadonlySet<string> | null {
  const ids = new Set<string>()
  for (let from = 0; from < page.length; from += PIECE) {
    for (const [rest, first = ''] of page.toString('latin1', from, from + PIECE + ID_LENGTH).matchAll(ID)) {
      ids.add(shortId(first + rest))
      if (ids.size > MAX_IDS) return null
    }
  }
  return ids
}
