/** Which products a page shows: those whose ids are in it. */

const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** A page that shows more is outdated by every change. */
const MAX_IDS = 500

/** 12 of the 32 digits: a string so short is not kept as a part of the page, which would hold the whole page in memory. Two alike only outdate a page too much. */
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
