/**
 * Shares something scarce (connections, a renderer, a hasher) among many who ask: so much at once in all, so much at
 * once for each key, and a short queue where keys take turns. What finds no place is refused at once, before it costs
 * anything.
 */

export type FairShareLimits = {
  /** Most pieces of work under way at once, of all keys together. */
  readonly total: number
  /** Most under way at once for one key. */
  readonly perKey: number
  /** Most that wait, of all keys together. */
  readonly waiting: number
  /** Most that wait for one key. */
  readonly waitingPerKey: number
  /** Milliseconds after which a waiting piece of work is refused. */
  readonly longestWait: number
}

export type FairShare = {
  /**
   * Runs `work` when a place is free. `key` says who asks: a network, an account; null is exempt from the limits per
   * key, not from the total. Rejects with ShareExceeded when there is no place, and with the signal's reason when the
   * caller leaves while waiting.
   */
  run<T>(key: string | null, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly running: number
  readonly waiting: number
}

/** Nothing was done; the caller may try again after `retryAfter` seconds. */
export class ShareExceeded extends Error {
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('too much is under way; try again later')
    this.name = 'ShareExceeded'
    this.retryAfter = retryAfter
  }
}

type Waiter = { start(): void; refuse(reason: unknown): void }
type Group = { running: number; readonly waiting: Set<Waiter> }

export function createFairShare(limits: FairShareLimits): FairShare {
  // A Map keeps its order: a key that was served goes to the end, so keys take turns whatever each of them has waiting.
  const groups = new Map<string | null, Group>()
  const retryAfter = Math.max(1, Math.ceil(limits.longestWait / 1000))
  let running = 0
  let waiting = 0

  function groupOf(key: string | null): Group {
    const known = groups.get(key)
    if (known) return known
    const made = { running: 0, waiting: new Set<Waiter>() }
    groups.set(key, made)
    return made
  }

  function forgetIfIdle(key: string | null, group: Group): void {
    if (group.running === 0 && group.waiting.size === 0) groups.delete(key)
  }

  function hasPlace(key: string | null, group: Group): boolean {
    return running < limits.total && (key === null || group.running < limits.perKey)
  }

  function moveToEnd(key: string | null, group: Group): void {
    groups.delete(key)
    groups.set(key, group)
  }

  function take(key: string | null, group: Group): void {
    running += 1
    group.running += 1
    moveToEnd(key, group)
  }

  function giveBack(key: string | null, group: Group): void {
    running -= 1
    group.running -= 1
    moveToEnd(key, group)
    forgetIfIdle(key, group)
    for (const [next, one] of groups) {
      const [waiter] = one.waiting
      if (!waiter || !hasPlace(next, one)) continue
      waiter.start()
      return
    }
  }

  /** When the queue is full, the key with most in it loses its latest, unless that is the key that asks. */
  function makeRoom(group: Group): boolean {
    if (waiting < limits.waiting) return true
    let longest = group
    for (const one of groups.values()) if (one.waiting.size > longest.waiting.size) longest = one
    if (longest.waiting.size <= group.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)?.refuse(new ShareExceeded(retryAfter))
    return true
  }

  /** Resolves once a place has been taken. */
  function wait(key: string | null, group: Group, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        group.waiting.delete(waiter)
        waiting -= 1
      }
      const waiter: Waiter = {
        start() {
          leave()
          take(key, group)
          resolve()
        },
        refuse(reason) {
          leave()
          forgetIfIdle(key, group)
          reject(reason)
        },
      }
      const abort = (): void => waiter.refuse(signal?.reason)
      const timer = setTimeout(() => waiter.refuse(new ShareExceeded(retryAfter)), limits.longestWait)
      signal?.addEventListener('abort', abort, { once: true })
      group.waiting.add(waiter)
      waiting += 1
    })
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const group = groupOf(key)
      if (hasPlace(key, group)) take(key, group)
      else {
        const isFull = key !== null && group.waiting.size >= limits.waitingPerKey
        if (isFull || !makeRoom(group)) {
          forgetIfIdle(key, group)
          throw new ShareExceeded(retryAfter)
        }
        await wait(key, group, signal)
      }
      try {
        return await work()
      } finally {
        giveBack(key, group)
      }
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
  }
}
