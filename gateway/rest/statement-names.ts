import { Lru } from '../core/lru.ts'

type Entry = { name: string | null }

/** Longer statements are nobody's daily reading; they are not worth the memory. */
const LONGEST_NAMED = 10_000

/**
 * Gives a name (and with it a prepared plan) to statements that repeat. The text is the shape: values are parameters
 * and never part of it. The first use stays unnamed, so that shapes seen once leave nothing behind on connections.
 */
export class StatementNames {
  readonly #prefix: string
  readonly #entries: Lru<string, Entry>
  readonly #most: number
  readonly #dropPlans: () => void
  #issued = 0
  #total = 0

  /**
   * After `most` names all are forgotten and `dropPlans` is asked to free them: memory of the server is bounded.
   * `prefix` tells apart the names that others give on the same connections.
   */
  constructor(prefix: string, most: number, dropPlans: () => void) {
    this.#prefix = prefix
    this.#most = most
    this.#entries = new Lru(most * 4)
    this.#dropPlans = dropPlans
  }

  /** The role is part of the shape: a plan under row level security is made anew whenever the role changes. */
  nameFor(text: string, role: string): string | undefined {
    if (text.length > LONGEST_NAMED) return undefined
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
