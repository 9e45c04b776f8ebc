import { sessionStore } from '../session/session.ts'

/** Products that the signed-in customer has marked; null until they are read, and for a visitor. */
export type Marks = {
  read(): ReadonlySet<string> | null
  publish(next: ReadonlySet<string> | null): void
  subscribe(listener: () => void): () => void
}

/** @param follow starts to read the customer's marks; called once, when there is a listener and the user is signed in */
export function openMarks(follow: () => Promise<unknown>): Marks {
  const listeners = new Set<() => void>()
  let marks: ReadonlySet<string> | null = null
  let following = false
  const look = () => {
    if (following || !sessionStore.read().user) return
    following = true
    follow().catch(() => (following = false))
  }
  return {
    read: () => marks,
    publish(next) {
      marks = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = sessionStore.subscribe(look)
      look()
      return () => {
        stop()
        listeners.delete(listener)
      }
    },
  }
}
