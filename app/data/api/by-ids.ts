/** Ids per request: they are part of the URL, whose length is limited, and an order may have 1,000 lines. */
const IDS_AT_ONCE = 100

/** Reads rows by their ids, as many per request as a URL can hold. @param read throws on failure */
export async function readByIds<Row>(ids: readonly string[], read: (some: readonly string[]) => PromiseLike<Row[]>): Promise<Row[]> {
  const starts = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) => index * IDS_AT_ONCE)
  return (await Promise.all(starts.map((from) => read(ids.slice(from, from + IDS_AT_ONCE))))).flat()
}
