import { Lru } from '../../core/lru.ts'

type Entry = { name: string | null }

/** Characters. Longer statements are too rare to be worth the memory of a prepared plan. */
const MAX_NAMED_LENGTH = 10_000

/**
 * Names repeated statements, so that connections prepare them. Values are parameters, so the text identifies the query shape.
 * The first use is unnamed: shapes seen only once leave nothing behind on connections.
 */
export class StatementNames {
  readonly #prefix: string
  readonly #entries: Lru<string, Entry>
  readonly #most: number
  readonly #dropPlans: () => void
  #issued = 0
  #total = 0

  /**
   * @param prefix separates these names from others on the same connections
   * @param most after this many names all are dropped, to bound the memory of PostgreSQL
   * @param dropPlans frees the prepared plans
   */
  constructor(prefix: string, most: number, dropPlans: () => void) {
    this.#prefix = prefix
    this.#most = most
    this.#entries = new Lru(most * 4)
    this.#dropPlans = dropPlans
  }

  /** The role is part of the key: PostgreSQL re-plans statements under row level security whenever the role changes. */
  nameFor(text: string, role: string): string | undefined {
    if (text.length > MAX_NAMED_LENGTH) return undefined
    const key = `${role}\n${text}`
    const entry = this.#entries.get(key)
    if (!entry) {
      this.#entries.set(key, { name: null })
      return undefined
    }
    if (entry.name === null) {
      if (this.#issued >= this.#most) {
        this.forgetAll()
        return undefined
      }
      this.#issued += 1
      this.#total += 1
      entry.name = `${this.#prefix}_${this.#total}`
    }
    return entry.name
  }

  forgetAll(): void {
    this.#entries.clear()
    this.#issued = 0
    this.#dropPlans()
  }
}
