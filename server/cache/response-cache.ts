/**
 * Caches complete responses for visitors in memory: public pages and anonymous reads of the catalogue (docs/rules.md#caching).
 * Rows are outdated after 60 s, pages after 55 (SHELL_AGE), and both when the catalogue changes (by NOTIFY on commit, and immediately for changes through this
 * process); of a change of single products, only the pages that show one of them or have a list that depends on a changed column.
 * Outdated pages are kept for the time when the database does not answer, compressed if they were sent compressed: a fifth of the
 * memory. Cart and order paths are never cached.
 */
import { shownIds, shortId } from './shown-ids.ts'
import { compressInThread, decompress, worthCompressing, type Encoding } from '../http/compression.ts'

/** Milliseconds. */
export const MAX_AGE = 60_000

/** Milliseconds that a part of what a page is rendered from may be old (shell-reads.ts): the page is kept for that much less. */
export const SHELL_AGE = 5000

/** Milliseconds that an outdated response may still be served while the database does not answer. */
const LAST_RESORT = 24 * 60 * 60 * 1000
/** Maximum bytes of all entries, including keys and compressed bodies. */
export const MAX_BYTES = 32 * 1024 * 1024
/**
 * Of these, for what anyone reads through /rest/v1. Each is stored when it is asked for once, and a program that reads chooses its
 * query and headers freely: these evict each other and never a page, nor what pages read (shell-reads.ts).
 */
export const MAX_READ_BYTES = 4 * 1024 * 1024
/** Maximum bytes of one entry, so that a single one cannot evict most others. */
const MAX_ENTRY = MAX_BYTES / 8
export const MAX_READ = 256 * 1024

/** How well a response is compressed at first, and once it has been asked for again: most pages of filters are asked for once. */
export const QUICK = 4
const SMALL = 6

/** `size` in bytes counts towards MAX_BYTES; `read` and `until` are in milliseconds since 1970. */
type Entry = {
  status: number
  headers: Record<string, string>
  /** Undefined once it is outdated and one compressed copy is kept instead. */
  plain: Buffer | undefined
  answers: Partial<Record<Encoding, CachedAnswer | Promise<CachedAnswer>>>
  /** The encodings that are compressed as well as they will be, or are about to be. */
  small: Set<Encoding>
  size: number
  read: number
  until: number
  place: Place
} & Shown

/** Entries that share a memory, oldest first. */
type Place = { entries: Map<string, Entry>; bytes: number; most: number; largest: number }
const emptyPlace = (most: number, largest: number): Place => ({ entries: new Map(), bytes: 0, most, largest })

/** What decides whether a change of single products concerns a response. */
type Shown = {
  /** The short ids of what a page shows; null: any change may concern it. */
  shows: ReadonlySet<string> | null
  /** The columns on which its lists depend (list-reads.ts); null: all. */
  lists: ReadonlySet<string> | null
}

/** A change of single products: their ids, and those changed columns on which lists depend. */
export type ProductChange = { ids: readonly string[]; columns: readonly string[] }
/** With short ids. */
type Change = ProductChange & { generation: number }
/** More changes than this in the time of one response: it is not stored. */
const MAX_CHANGES = 1000

export type CachedAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** The keys of pages start with it (cache-policy.ts); all others are answers of the API: to visitors, or to the pages themselves. */
const PAGE = 'page '
const READ = 'rest '
/** Bytes of a short id in a set. */
const ID_BYTES = 60
const sizeOf = (key: string, body: Buffer, shows: ReadonlySet<string> | null): number => body.length + 2 * key.length + 1000 + ID_BYTES * (shows?.size ?? 0)
const concerns = ({ shows, lists }: Shown, { ids, columns }: ProductChange): boolean =>
  shows === null || ids.some((id) => shows.has(id)) || (lists === null ? columns.length > 0 : columns.some((column) => lists.has(column)))

/** One copy of a page with its encoding: a compressed one if there is any, else the page itself. */
function keptOf({ plain, answers }: Entry): [Encoding, Buffer] {
  for (const encoding of ['br', 'gzip'] as const) {
    const answer = answers[encoding]
    if (answer && !(answer instanceof Promise) && answer.body !== plain) return [encoding, answer.body]
  }
  return ['identity', plain ?? Buffer.alloc(0)]
}

/** What an announcement of the database says (supabase/schemas/71_public_reads.sql): `products <id> <family> :price,name`; undefined: anything may have changed. */
export function changeOf(announcement: string): ProductChange | undefined {
  const [, ...words] = announcement.split(' ')
  if (words.length === 0) return undefined
  const columns = words.filter((word) => word.startsWith(':')).flatMap((word) => word.slice(1).split(','))
  return { ids: words.filter((word) => !word.startsWith(':')), columns }
}

export class ResponseCache {
  readonly #pages = emptyPlace(MAX_BYTES - MAX_READ_BYTES, MAX_ENTRY)
  readonly #reads = emptyPlace(MAX_READ_BYTES, MAX_READ)
  /** Incremented by every change of the catalogue: a response begun before a change that may concern it is not stored after it. */
  generation = 0
  /** The generation of the last change that may concern any response. */
  #changedAll = 0
  /** The changes of single products since, oldest first. */
  #changes: Change[] = []

  /** The current size in bytes, at most MAX_BYTES. */
  get bytes(): number {
    return this.#pages.bytes + this.#reads.bytes
  }

  #placeOf(key: string): Place {
    return key.startsWith(READ) ? this.#reads : this.#pages
  }

  *#all(): Generator<[key: string, entry: Entry]> {
    yield* this.#pages.entries
    yield* this.#reads.entries
  }

  /** A promise while the response is being compressed. */
  get(key: string, accepted: Encoding, now = Date.now()): CachedAnswer | Promise<CachedAnswer> | undefined {
    const entry = this.#placeOf(key).entries.get(key)
    if (!entry || entry.until <= now) return undefined
    const answer = entry.answers[accepted]
    if (!answer) return this.#encode(entry, accepted)
    if (!(answer instanceof Promise) && !entry.small.has(accepted)) this.#encodeSmall(entry, accepted)
    return answer
  }

  /** A page as it was read last, outdated or not, uncompressed, and when (milliseconds since 1970). For when there is no other. */
  getLastPage(key: string, now = Date.now()): { answer: CachedAnswer; read: number } | undefined {
    const entry = key.startsWith(PAGE) ? this.#pages.entries.get(key) : undefined
    if (!entry || now - entry.read > LAST_RESORT) return undefined
    const { status, headers, read, plain } = entry
    const [encoding, body] = keptOf(entry)
    return { answer: { status, headers, body: plain ?? decompress(body, encoding) }, read }
  }

  /** Compresses a cached response for the first request with this encoding. */
  #encode(entry: Entry, accepted: Encoding): CachedAnswer | Promise<CachedAnswer> | undefined {
    const { status, headers, plain, answers } = entry
    if (!plain) return undefined
    const encoding = worthCompressing(headers['content-type'], plain.length) ? accepted : 'identity'
    if (encoding === 'identity') {
      entry.small.add(accepted)
      return (answers[accepted] = { status, headers, body: plain })
    }
    const compressed = compressInThread(plain, encoding, QUICK).then((body) => {
      const answer = { status, headers: { ...headers, 'content-encoding': encoding }, body }
      this.#keep(entry, answers, accepted, answer)
      return answer
    })
    // The next request tries again.
    compressed.catch(() => delete answers[accepted])
    return (answers[accepted] = compressed)
  }

  /** The second request for a response shows that there will be more: compressed better, it is sent from the next one on. */
  #encodeSmall(entry: Entry, accepted: Encoding): void {
    const { plain, answers, small } = entry
    small.add(accepted)
    const quick = answers[accepted]
    if (!plain || !quick || quick instanceof Promise) return
    const keep = (body: Buffer): void => {
      if (body.length < quick.body.length) this.#keep(entry, answers, accepted, { ...quick, body })
    }
    void compressInThread(plain, accepted, SMALL).then(keep)
  }

  /** Keeps a compressed copy, unless the entry has been outdated or dropped since. */
  #keep(entry: Entry, answers: Entry['answers'], accepted: Encoding, answer: CachedAnswer): void {
    if (entry.answers !== answers || entry.size === 0) return
    const old = answers[accepted]
    const grown = answer.body.length - (old && !(old instanceof Promise) ? old.body.length : 0)
    answers[accepted] = answer
    entry.size += grown
    entry.place.bytes += grown
    this.#makeRoom(entry.place)
  }

  /** Stores a response unless something that it shows has changed since `generation` was read. `lists`: see Shown. */
  put(key: string, answer: CachedAnswer, generation: number, lists: Shown['lists'] = null, now = Date.now()): void {
    if (generation < this.#changedAll) return
    const shows = key.startsWith(PAGE) ? shownIds(answer.body) : null
    if (this.#changes.some((change) => change.generation > generation && concerns({ shows, lists }, change))) return
    const size = sizeOf(key, answer.body, shows)
    const place = this.#placeOf(key)
    if (size > place.largest) return
    const old = place.entries.get(key)
    if (old) this.#drop(key, old)
    place.entries.set(key, {
      status: answer.status,
      headers: answer.headers,
      plain: answer.body,
      answers: {},
      small: new Set(),
      size,
      read: now,
      until: now + (key.startsWith(PAGE) ? MAX_AGE - SHELL_AGE : MAX_AGE),
      place,
      shows,
      lists,
    })
    place.bytes += size
    this.#makeRoom(place)
  }

  /** The catalogue has changed: all entries that it concerns are outdated. Pages are kept as a last resort. */
  outdate(products?: ProductChange): void {
    this.generation += 1
    const change = products && { generation: this.generation, ids: products.ids.map(shortId), columns: products.columns }
    if (change) {
      this.#changes.push(change)
      if (this.#changes.length > MAX_CHANGES) this.#changedAll = this.#changes.shift()?.generation ?? this.generation
    } else {
      this.#changedAll = this.generation
      this.#changes = []
    }
    for (const [key, entry] of this.#all()) {
      if (change && !concerns(entry, change)) continue
      if (!key.startsWith(PAGE)) {
        this.#drop(key, entry)
        continue
      }
      this.#pack(key, entry)
    }
  }

  /** Packs the pages that are outdated by their age, as `outdate` does at once, and forgets such answers of the API. Returns the bytes that are free now. */
  packOutdated(now = Date.now()): number {
    const before = this.bytes
    for (const [key, entry] of this.#all()) {
      if (entry.until > now) continue
      if (key.startsWith(PAGE)) this.#pack(key, entry)
      else this.#drop(key, entry)
    }
    return before - this.bytes
  }

  /** Keeps an outdated page in one encoding: it is only sent again when the database does not answer. */
  #pack(key: string, entry: Entry): void {
    const [encoding, body] = keptOf(entry)
    const { status, headers, shows, size: before } = entry
    const size = sizeOf(key, body, shows)
    const packed = encoding === 'identity' ? { plain: body, answers: {} } : { plain: undefined, answers: { [encoding]: { status, headers, body } } }
    // For good, whatever the clock does: a compressed copy would be sent without saying so.
    Object.assign(entry, { ...packed, until: 0, small: new Set(), size })
    entry.place.bytes -= before - size
  }

  /** Forgets all entries: what they show may not be shown again. */
  clear(): void {
    this.generation += 1
    this.#changedAll = this.generation
    this.#changes = []
    for (const [key, entry] of this.#all()) this.#drop(key, entry)
  }

  /** Evicts the oldest entries. */
  #makeRoom(place: Place): void {
    for (const [key, entry] of place.entries) {
      if (place.bytes <= place.most) return
      this.#drop(key, entry)
    }
  }

  #drop(key: string, entry: Entry): void {
    entry.place.entries.delete(key)
    entry.place.bytes -= entry.size
    // A copy that is being compressed is not kept.
    entry.size = 0
  }
}
