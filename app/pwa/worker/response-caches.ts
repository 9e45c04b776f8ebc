import { BUILT, CACHES } from '../../data/session/visit-caches.ts'
import { mayCache } from './rules.ts'
import { SmallFiles } from './small-files.ts'

/** The most entries of each cache, for phones with little storage: the oldest are removed first. A page counts twice, as HTML and as data. */
const LIMITS = { pages: 80, pictures: 160, assets: 120 } as const
type CacheName = keyof typeof LIMITS

/** The cached responses of one version of the app. Pages refer to its files, so both are removed together; pictures belong to no version. */
export class ResponseCaches {
  readonly built: string
  readonly #names: Record<CacheName, string>
  readonly #small: SmallFiles
  /** Counts the sign-outs: a response requested before one is not stored after it. */
  #generation = 0

  /** @param packs addresses of the files that hold the small ones */
  constructor(version: string, packs: readonly string[]) {
    this.built = BUILT + version
    this.#small = new SmallFiles(this.built, packs)
    this.#names = { pages: `${CACHES}pages-${version}`, assets: `${CACHES}assets-${version}`, pictures: `${CACHES}pictures` }
  }

  get generation(): number {
    return this.#generation
  }

  forget(): void {
    this.#generation += 1
  }

  async read(name: CacheName, key: string): Promise<Response | undefined> {
    // Pages vary by device and encoding; this is one device, and its responses are decoded.
    return (await caches.open(this.#names[name])).match(key, { ignoreVary: true })
  }

  /** A file of the build, from any cache. */
  async readFile(key: string): Promise<Response | undefined> {
    return (await this.#small.read(key)) ?? (await (await caches.open(this.built)).match(key, { ignoreVary: true })) ?? this.read('assets', key)
  }

  /** A browser without storage left caches less; the visit continues. */
  async keep(name: CacheName, key: string, answer: Response, generation: number): Promise<void> {
    if (!mayCache(answer) || generation !== this.#generation) return
    try {
      const cache = await caches.open(this.#names[name])
      await cache.put(key, answer)
      if (generation !== this.#generation) await cache.delete(key)
      const keys = await cache.keys()
      await Promise.all(keys.slice(0, Math.max(0, keys.length - LIMITS[name])).map((old) => cache.delete(old)))
    } catch {
      // the quota is reached
    }
  }

  async drop(name: CacheName, key: string): Promise<void> {
    await (await caches.open(this.#names[name])).delete(key, { ignoreVary: true })
  }

  /** The URLs of cached HTML documents, newest first. */
  async pages(): Promise<string[]> {
    const keys = await (await caches.open(this.#names.pages)).keys()
    return keys
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => !pathname.endsWith('.data'))
      .map(({ pathname, search }) => pathname + search)
      .toReversed()
  }

  async dropOldVersions(): Promise<void> {
    const current = new Set([this.built, ...Object.values(this.#names)])
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith(CACHES) && !current.has(name)).map((name) => caches.delete(name)))
  }
}
