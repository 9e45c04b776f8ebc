/** Reads the keys that an auth service publishes, and counts their changes. */
import type { FetchImplementation } from 'jose'

export type PublishedKeys = {
  fetch: FetchImplementation
  /** Grows when other keys are published. */
  version(): number
}

/** @param maxStale milliseconds for which the last keys count while they cannot be read */
export function readPublishedKeys(maxStale: number): PublishedKeys {
  let last: { text: string; readAt: number } | undefined
  let version = 0
  return {
    version: () => version,
    async fetch(url, options) {
      try {
        const answer = await fetch(url, options)
        if (answer.status !== 200) throw new Error(`The keys of the auth service: ${answer.status}`)
        const text = await answer.text()
        // A page of a proxy must not take the place of the keys that are known.
        if (!Array.isArray((JSON.parse(text) as { keys?: unknown } | null)?.keys)) throw new Error('The keys of the auth service: no list of keys')
        if (text !== last?.text) version += 1
        last = { text, readAt: Date.now() }
      } catch (error) {
        if (!last || Date.now() - last.readAt >= maxStale) throw error
      }
      return new Response(last.text)
    },
  }
}
