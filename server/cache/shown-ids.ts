/** Which products a page shows: those whose ids are in it. */

const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** A page that shows more is outdated by every change. */
const MAX_IDS = 500

/**
 * The first and last 6 characters. V8 keeps a slice of 13 or more characters as a reference to the whole page; one of 12 is a copy. Two
 * ids with the same short one only drop a page too many.
 */
export const shortId = (id: string): string => id.slice(0, 6) + id.slice(30)

/** The short ids in a page; null if there are too many. */
export function shownIds(page: Buffer): ReadonlySet<string> | null {
  const ids = new Set<string>()
  for (const [id] of page.toString('latin1').matchAll(ID)) {
    ids.add(shortId(id))
    if (ids.size > MAX_IDS) return null
  }
  return ids
}
