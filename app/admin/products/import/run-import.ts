/** The writing of an import: chunk by chunk, paused while the connection is down, stopped when the admin says so. */
import type { ImportRow, WrittenChunk } from '../../../data/admin/import.ts'

export type Planned = ImportRow & { name: string; outcome: 'new' | 'changed' }
export type Refusal = { row: number; sku: string; name: string; message: string }
export type RunState = {
  status: 'running' | 'paused' | 'stopping' | 'stopped' | 'refused' | 'done'
  done: number
  total: number
  added: number
  changed: number
  same: number
  refusals: Refusal[]
  /** Why the import is paused or was refused. */
  why: 'lost' | 'signedOut' | null
  message: string | null
}
export type ImportRun = {
  state: () => RunState
  subscribe: (listener: () => void) => () => void
  resume: () => void
  stop: () => void
  ended: Promise<RunState>
}

type RunOptions = {
  rows: readonly Planned[]
  skip: boolean
  write: (rows: readonly ImportRow[], skip: boolean) => Promise<WrittenChunk>
  chunk?: number
}

const CHUNK = 250

/**
 * Starts at once. A chunk whose answer was lost is sent again unchanged: the database writes nothing twice and answers 'same' for rows that it wrote the first
 * time; those count with their planned outcome.
 */
export function startRun({ rows, skip, write, chunk = CHUNK }: RunOptions): ImportRun {
  const listeners = new Set<() => void>()
  let state: RunState = { status: 'running', done: 0, total: rows.length, added: 0, changed: 0, same: 0, refusals: [], why: null, message: null }
  let wake: (() => void) | null = null
  const set = (next: Partial<RunState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  // Read through a function, because it changes while a chunk is being sent.
  const status = () => state.status

  async function run(): Promise<RunState> {
    let repeated = false
    for (let at = 0; at < rows.length;) {
      if (status() === 'stopping') break
      const part = rows.slice(at, at + chunk)
      const sent = part.map(({ row, sku, import_key, set: columns }): ImportRow => ({ row, sku, import_key, set: columns }))
      const answer = await write(sent, skip).catch((error: unknown): WrittenChunk => ({ ok: false, why: 'lost', message: String(error) }))
      if (answer.ok) {
        count(part, answer.rows, repeated)
        at += part.length
        repeated = false
      } else if (answer.why === 'refused') {
        set({ status: 'refused', message: answer.message })
        return state
      } else {
        repeated = true
        if (status() === 'stopping') break
        set({ status: 'paused', why: answer.why, message: answer.message })
        await new Promise<void>((resolve) => (wake = resolve))
        wake = null
      }
    }
    set({ status: status() === 'stopping' ? 'stopped' : 'done', why: null, message: null })
    return state
  }

  function count(part: readonly Planned[], written: readonly { row: number; outcome: string; message?: string }[], repeated: boolean): void {
    const answers = new Map(written.map((one) => [one.row, one]))
    const next = { added: state.added, changed: state.changed, same: state.same, refusals: [...state.refusals], done: state.done + part.length }
    for (const { row, sku, name, outcome: planned } of part) {
      const answer = answers.get(row)
      const outcome = answer?.outcome === 'same' && repeated ? planned : answer?.outcome
      if (outcome === 'new') next.added += 1
      else if (outcome === 'changed') next.changed += 1
      else if (outcome === 'same') next.same += 1
      else next.refusals.push({ row, sku, name, message: answer?.message ?? '' })
    }
    set(next)
  }

  const go = (): void => {
    if (state.status !== 'paused') return
    set({ status: 'running', why: null, message: null })
    wake?.()
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: go,
    stop() {
      if (state.status !== 'running' && state.status !== 'paused') return
      const waiting = state.status === 'paused'
      set({ status: 'stopping' })
      if (waiting) wake?.()
    },
    ended: run(),
  }
}
