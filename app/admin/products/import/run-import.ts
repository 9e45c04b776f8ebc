/** The writing of an import: chunk by chunk, paused while the connection is down, stopped when the admin says so. */
import type { ImportFamily, ImportRow, NotWritten, WrittenChunk, WrittenFamilies } from '../../../data/admin/products/import.ts'
import type { ProductPictures, QueuedChunk } from '../../../data/admin/products/picture-downloads.ts'

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
  /** families that got members, and those that were refused: their products are in the shop, each for itself */
  families: number
  familyRefusals: { name: string; message: string }[]
  /** pictures that the shop downloads from now on, and those that it has already */
  pictures: { queued: number; known: number }
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
  families?: readonly ImportFamily[]
  join?: (families: readonly ImportFamily[]) => Promise<WrittenFamilies>
  pictures?: readonly ProductPictures[]
  queue?: (pictures: readonly ProductPictures[]) => Promise<QueuedChunk>
  chunk?: number
}

const CHUNK = 250
/** Families of a request: each may have hundreds of members. */
const FAMILIES = 20
/** Products of a request that name pictures: twelve addresses of 2,000 characters each are the most. */
const PICTURED = 50
const queueNone: NonNullable<RunOptions['queue']> = () => Promise.resolve({ ok: true, queued: 0, known: 0 })
const joinNone: NonNullable<RunOptions['join']> = () => Promise.resolve({ ok: true, families: [] })

/**
 * Starts at once. A chunk whose answer was lost is sent again unchanged: the database writes nothing twice and answers 'same' for rows that it wrote the first
 * time; those count with their planned outcome.
 */
export function startRun({ rows, families = [], skip, write, join = joinNone, pictures = [], queue = queueNone, chunk = CHUNK }: RunOptions): ImportRun {
  const listeners = new Set<() => void>()
  let state: RunState = {
    status: 'running',
    done: 0,
    total: rows.length,
    added: 0,
    changed: 0,
    same: 0,
    refusals: [],
    families: 0,
    familyRefusals: [],
    pictures: { queued: 0, known: 0 },
    why: null,
    message: null,
  }
  let wake: (() => void) | null = null
  const set = (next: Partial<RunState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  // Read through a function, because it changes while a chunk is being sent.
  const status = () => state.status

  async function run(): Promise<RunState> {
    for (let at = 0; at < rows.length; at += chunk) {
      const part = rows.slice(at, at + chunk)
      const lines = part.map(({ row, sku, import_key, set: columns }): ImportRow => ({ row, sku, import_key, set: columns }))
      const sent = await send(() => write(lines, skip))
      if (sent === null) return state
      count(part, sent.answer.rows, sent.repeated)
    }
    for (let at = 0; at < families.length; at += FAMILIES) {
      const part = families.slice(at, at + FAMILIES)
      const sent = await send(() => join(part))
      if (sent === null) return state
      const refused = sent.answer.families.filter(({ outcome }) => outcome === 'refused')
      const nameOf = (key: string) => part.find((family) => family.key === key)?.name ?? key
      set({
        families: state.families + part.length - refused.length,
        familyRefusals: [...state.familyRefusals, ...refused.map(({ family, message = '' }) => ({ name: nameOf(family), message }))],
      })
    }
    for (let at = 0; at < pictures.length; at += PICTURED) {
      const sent = await send(() => queue(pictures.slice(at, at + PICTURED)))
      if (sent === null) return state
      set({ pictures: { queued: state.pictures.queued + sent.answer.queued, known: state.pictures.known + sent.answer.known } })
    }
    set({ status: status() === 'stopping' ? 'stopped' : 'done', why: null, message: null })
    return state
  }

  /** Sends until there is an answer, with a pause after each lost one; null when the import has ended. */
  async function send<Answer extends { ok: true }>(once: () => Promise<Answer | NotWritten>): Promise<{ answer: Answer; repeated: boolean } | null> {
    for (let repeated = false; ; repeated = true) {
      if (status() === 'stopping') break
      const answer = await once().catch((error: unknown): NotWritten => ({ ok: false, why: 'lost', message: String(error) }))
      if (answer.ok) return { answer, repeated }
      if (answer.why === 'refused') {
        set({ status: 'refused', message: answer.message })
        return null
      }
      if (status() === 'stopping') break
      set({ status: 'paused', why: answer.why, message: answer.message })
      await new Promise<void>((resolve) => (wake = resolve))
      wake = null
    }
    set({ status: 'stopped', why: null, message: null })
    return null
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
