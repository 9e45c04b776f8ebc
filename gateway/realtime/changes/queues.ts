/** A queue for each key: what one key has is worked off in order, and no key waits for another that is slow. */

type Queue<Item> = {
  waiting: Item[]
  /** The work in progress. */
  step: Promise<void>
  ended: Promise<void>
  /** It was full for too long. */
  refuses: boolean
}

export type Queues<Key, Item> = {
  /**
   * Adds items of a key. If it has no room, this waits for some, so that the caller slows down. False: there was none in time.
   * The items are then dropped, and so are all that follow until the key has worked off what it has.
   */
  add(key: Key, items: readonly Item[]): Promise<boolean>
  /** Resolves when everything that was added is done. */
  done(): Promise<void>
}

function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    timer.unref()
    void work.finally(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

export function createQueues<Key, Item>(options: {
  /** Items that may wait for one key. */
  most: number
  /** Items of one call of `work`. */
  batch: number
  /** Milliseconds to wait for room. */
  patience: number
  /** Must not reject. */
  work: (key: Key, items: readonly Item[]) => Promise<void>
}): Queues<Key, Item> {
  const { most, batch, patience, work } = options
  const queues = new Map<Key, Queue<Item>>()

  async function workOff(key: Key, queue: Queue<Item>): Promise<void> {
    while (queue.waiting.length > 0) {
      queue.step = work(key, queue.waiting.splice(0, batch))
      await queue.step
    }
    queues.delete(key)
  }

  function fullQueue(key: Key, more: number): Queue<Item> | null {
    const queue = queues.get(key)
    return queue && (queue.refuses || (queue.waiting.length > 0 && queue.waiting.length + more > most)) ? queue : null
  }

  return {
    async add(key, items) {
      const latest = Date.now() + patience
      for (let full = fullQueue(key, items.length); full; full = fullQueue(key, items.length)) {
        full.refuses ||= !(await endsWithin(full.step, latest - Date.now()))
        if (full.refuses) return false
      }
      const queue = queues.get(key)
      if (queue) queue.waiting.push(...items)
      else {
        const added: Queue<Item> = { waiting: [...items], step: Promise.resolve(), ended: Promise.resolve(), refuses: false }
        queues.set(key, added)
        added.ended = workOff(key, added)
      }
      return true
    },
    async done() {
      await Promise.all([...queues.values()].map(({ ended }) => ended))
    },
  }
}
