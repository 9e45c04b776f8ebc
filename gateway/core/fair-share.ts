/**
 * A concurrency limiter with fair queueing for a scarce resource (connections, a renderer, a hasher): a limit in total, a limit
 * per key, and a short queue that serves keys in turn. Work beyond the queue is refused immediately, before it costs anything.
 */

export type FairShareLimits = {
  /** Maximum concurrency of all keys together. */
  readonly total: number
  /** Maximum concurrency of one key. */
  readonly perKey: number
  /** Maximum queue length of all keys together. */
  readonly waiting: number
  /** Maximum queue length of one key. */
  readonly waitingPerKey: number
  /** Milliseconds after which queued work is refused. */
  readonly longestWait: number
}

export type FairShare = {
  /**
   * Runs `work` when there is capacity. `key` identifies the caller (a network or account); null is exempt from the limits per
   * key, not from the total. Rejects with ShareExceeded if the queue is full or the wait too long, and with the signal's reason
   * if it aborts while queued.
   */
  run<T>(key: string | null, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly running: number
  readonly waiting: number
}

/** The work was not started; the caller may retry after `retryAfter` seconds. */
export class ShareExceeded extends Error {
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('Concurrency limit exceeded, try again later')
    this.name = 'ShareExceeded'
    this.retryAfter = retryAfter
  }
}

type Waiter = { start(): void; refuse(reason: unknown): void }
type Group = { running: number; readonly waiting: Set<Waiter> }

export function createFairShare(limits: FairShareLimits): FairShare {
  // A Map keeps insertion order: a served key moves to the end, so keys take turns regardless of their queue length.
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

  function hasCapacity(key: string | null, group: Group): boolean {
    return running < limits.total && (key === null || group.running < limits.perKey)
  }

  function moveToEnd(key: string | null, group: Group): void {
    groups.delete(key)
    groups.set(key, group)
  }

  function acquire(key: string | null, group: Group): void {
    running += 1
    group.running += 1
    moveToEnd(key, group)
  }

  function release(key: string | null, group: Group): void {
    running -= 1
    group.running -= 1
    moveToEnd(key, group)
    forgetIfIdle(key, group)
    for (const [next, one] of groups) {
      const [waiter] = one.waiting
      if (!waiter || !hasCapacity(next, one)) continue
      waiter.start()
      return
    }
  }

  /** If the queue is full, evicts the latest entry of the key with the longest queue, unless that is the requesting key. */
  function makeRoom(group: Group): boolean {
    if (waiting < limits.waiting) return true
    let longest = group
    for (const one of groups.values()) if (one.waiting.size > longest.waiting.size) longest = one
    if (longest.waiting.size <= group.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)?.refuse(new ShareExceeded(retryAfter))
    return true
  }

  /** Resolves once capacity is acquired. */
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
          acquire(key, group)
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
      if (hasCapacity(key, group)) acquire(key, group)
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
        release(key, group)
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
