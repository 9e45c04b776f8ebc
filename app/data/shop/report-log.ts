import { publishableKey } from '../api/publishable-key.ts'
import { sessionStore } from '../session/session.ts'
import { loadSupabase } from '../api/supabase.ts'

export type SentLog = { ok: true; number: string } | { ok: false; code: 'TOO_MANY' | 'FAILED' }

const MOST_ENTRIES = 200
/** Below the 32 KiB that a function accepts, with room for the rest of the body. */
const LARGEST = 28_000

/** The newest entries that fit into one report. */
export function fitting(entries: readonly unknown[]): unknown[] {
  const kept: unknown[] = []
  let size = 0
  for (const entry of entries.slice(-MOST_ENTRIES).toReversed()) {
    size += new TextEncoder().encode(JSON.stringify(entry)).length + 1
    if (size > LARGEST) break
    kept.unshift(entry)
  }
  return kept
}

/** Sends the newest entries of the log to the shop; they are already redacted. */
export async function sendLog(entries: readonly unknown[], page: string, build: string): Promise<SentLog> {
  try {
    const token = sessionStore.read().status === 'signed-in' ? (await (await loadSupabase()).auth.getSession()).data.session?.access_token : undefined
    const answer = await fetch('/functions/v1/report-log', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: publishableKey(),
        ...(token === undefined ? {} : { authorization: ['Bearer', token].join(' ') }),
      },
      body: JSON.stringify({ entries: fitting(entries), page, build }),
    })
    const body = (await answer.json().catch(() => null)) as { number?: unknown } | null
    if (answer.ok && typeof body?.number === 'string') return { ok: true, number: body.number }
    return { ok: false, code: answer.status === 429 ? 'TOO_MANY' : 'FAILED' }
  } catch {
    return { ok: false, code: 'FAILED' }
  }
}
