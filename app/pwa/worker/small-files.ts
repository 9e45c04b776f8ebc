/**
 * Small scripts and styles of the build, which come and are stored as one file, { address: text }. A cache entry for each would cost a phone
 * more than the files themselves: a write when the worker is installed, and a look at the disk for each when a page opens.
 */
type Texts = Record<string, string>

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

export class SmallFiles {
  readonly #cache: string
  readonly #packs: readonly string[]
  /** The packs read so far: the browser ends a worker that is not used, and with it this copy. */
  readonly #read = new Map<string, Promise<Texts>>()

  /** @param cache name of the cache that has the packs, or will have them once their screens are wanted */
  constructor(cache: string, packs: readonly string[]) {
    this.#cache = cache
    this.#packs = packs
  }

  async read(address: string): Promise<Response | undefined> {
    const type = TYPES[address.slice(address.lastIndexOf('.') + 1)]
    if (type === undefined) return undefined
    for (const pack of this.#packs) {
      const text = (await this.#texts(pack))[address]
      if (text !== undefined) return new Response(text, { headers: { 'content-type': type } })
    }
    return undefined
  }

  #texts(pack: string): Promise<Texts> {
    const known = this.#read.get(pack)
    if (known) return known
    const texts = this.#open(pack)
    this.#read.set(pack, texts)
    return texts
  }

  /** Empty, until the next call, if the pack is not stored or cannot be read: the shop is asked instead. */
  async #open(pack: string): Promise<Texts> {
    const texts = await caches
      .open(this.#cache)
      .then(async (cache) => (await cache.match(pack, { ignoreVary: true }))?.json() as Promise<Texts> | undefined)
      .catch(() => undefined)
    if (texts) return texts
    this.#read.delete(pack)
    return {}
  }
}
