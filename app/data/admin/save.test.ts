import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changesOf, saveRow } from './save.ts'
import { detailOf } from '../api/error-detail.ts'
import { fetchRowHistory } from './audit.ts'
import { loadSupabase } from '../api/supabase.ts'

vi.mock('../api/supabase.ts')
vi.mock('./audit.ts')

type Answer = { data: unknown[] | null; error: { message: string; details?: string } | null }

/** A fake client that returns these responses in turn and records its filters. */
function wire(...answers: Answer[]): [string, unknown][] {
  const filters: [string, unknown][] = []
  const query: Record<string, unknown> = {}
  for (const step of ['update', 'select']) query[step] = () => query
  query['eq'] = (column: string, value: unknown) => {
    filters.push([column, value])
    return query
  }
  query['overrideTypes'] = () => Promise.resolve(answers.shift())
  vi.mocked(loadSupabase).mockResolvedValue({ from: () => query } as never)
  return filters
}

const edit = { table: 'categories', id: 'c1', changes: { name: 'Nails' }, stamp: { column: 'updated_at', value: '2026-11-20T10:00:00.123456+00:00' } } as const

beforeEach(() => void vi.mocked(fetchRowHistory).mockResolvedValue([]))

describe('an edit', () => {
  it('is written only if the row is as it was read', async () => {
    const filters = wire({ data: [{ id: 'c1', name: 'Nails' }], error: null })
    expect(await saveRow(edit)).toEqual({ ok: true, row: { id: 'c1', name: 'Nails' } })
    expect(filters).toEqual([
      ['id', 'c1'],
      ['updated_at', '2026-11-20T10:00:00.123456+00:00'],
    ])
  })
  it('that comes too late is refused with what is there now and whose it is', async () => {
    wire({ data: [], error: null }, { data: [{ id: 'c1', name: 'Nail art' }], error: null })
    vi.mocked(fetchRowHistory).mockResolvedValue([{ id: 1, at: '', actor: 'x', actor_name: 'Ravi', table_name: 'categories', action: 'update', changes: {} }])
    expect(await saveRow(edit)).toEqual({ ok: false, code: 'STALE', current: { id: 'c1', name: 'Nail art' }, by: 'Ravi' })
  })
  it('of a row that is gone says so', async () => {
    wire({ data: [], error: null }, { data: [], error: null })
    expect(await saveRow(edit)).toEqual({ ok: false, code: 'GONE' })
  })
  it('that the database refuses is told with its sentence and figures', async () => {
    wire({ data: null, error: { message: 'above MRP', details: '{"code":"ABOVE_MRP","over":2}' } })
    expect(await saveRow(edit)).toEqual({ ok: false, code: 'REFUSED', message: 'above MRP', detail: { code: 'ABOVE_MRP', over: 2 } })
  })
})

it('changes are what differs; null and missing are the same', () => {
  expect(changesOf<Record<string, unknown>>({ a: 1, b: null, tiers: [{ n: 1 }] }, { a: 2, b: undefined, tiers: [{ n: 1 }] })).toEqual({ a: 2 })
  expect([detailOf('not json'), detailOf(null), detailOf('[1]')]).toEqual([{}, {}, {}])
})
