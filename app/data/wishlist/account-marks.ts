import { sessionStore } from '../session/session.ts'
import type { Marks } from './marks.ts'

type AccountMarks = {
  /** Starts to follow the session; further calls change nothing. */
  follow(): void
  /** Shows the change at once, and reverts it when `write` fails. Throws what `write` throws. */
  change(productId: string, on: boolean, write: (userId: string) => Promise<void>): Promise<void>
  reload(): Promise<void>
}

/**
 * The marks of the signed-in customer: read when a session begins, cleared when it ends, the same in every tab.
 * @param begun called for each customer once their session has begun, before the marks are read
 */
export function accountMarks(marks: Marks, name: string, read: (userId: string) => Promise<string[]>, begun: () => Promise<void>): AccountMarks {
  let owner: string | null = null
  let followed = false
  let channel: BroadcastChannel | null = null
  /** Counts the changes: a response requested before a change is out of date. */
  let presses = 0
  /** Writes are sent one after another: two quick changes must not arrive in the wrong order. */
  let writes: Promise<unknown> = Promise.resolve()

  function followSession() {
    const { status, user } = sessionStore.read()
    const next = user?.id ?? null
    if (status === 'loading' || next === owner) return
    owner = next
    marks.publish(null)
    if (next !== null)
      void begun()
        .catch(() => undefined)
        .then(reload)
  }

  async function reload(): Promise<void> {
    const userId = owner
    if (userId === null) return
    const before = presses
    await writes
    const found = await read(userId).catch(() => null)
    if (found === null || owner !== userId) return
    if (presses !== before) return reload()
    marks.publish(new Set(found))
  }

  function show(productId: string, on: boolean) {
    const next = new Set(marks.read())
    if (on) next.add(productId)
    else next.delete(productId)
    marks.publish(next)
  }

  return {
    follow() {
      if (followed) return
      followed = true
      channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
      channel?.addEventListener('message', () => void reload())
      sessionStore.subscribe(followSession)
      followSession()
    },
    async change(productId, on, write) {
      const userId = owner ?? sessionStore.read().user?.id
      if (userId === undefined) throw new Error('')
      const known = marks.read() !== null
      presses += 1
      if (known) show(productId, on)
      const turn = writes.then(() => write(userId))
      writes = turn.catch(() => undefined)
      try {
        await turn
      } catch (error) {
        presses += 1
        if (known && owner === userId) show(productId, !on)
        throw error
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
      channel?.postMessage('changed')
      // The same marks again: listeners that read the products find the row only now.
      if (!known) await reload()
      else if (owner === userId) marks.publish(new Set(marks.read()))
    },
    reload,
  }
}

/** Resolves once the stored session has been read. */
export async function sessionKnown(): Promise<{ signedIn: boolean }> {
  if (sessionStore.read().status === 'loading') {
    await new Promise<void>((resolve) => {
      const stop = sessionStore.subscribe(() => {
        if (sessionStore.read().status === 'loading') return
        stop()
        resolve()
      })
    })
  }
  return { signedIn: sessionStore.read().user !== null }
}
