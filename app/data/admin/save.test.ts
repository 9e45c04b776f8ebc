import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#supabase/database.ts'
import { changesOf, moveRows, saveMoved, saveRow } from './save.ts'
import type { SaveResult } from './save.ts'
import { detailOf } from '../api/error-detail.ts'
import { fetchRowHistory } from './reports/audit.ts'
import { loadSupabase } from '../api/supabase.ts'

vi.mock('../api/supabase.ts')
vi.mock('./reports/audit.ts')

type Asked = { method: string; table: string; query: Record<string, string>; body: unknown }

/** The real client on a fake API that returns these responses in turn; records what is asked. */
function api(...answers: { status?: number; body: unknown }[]): Asked[] {
  const asked: Asked[] = []
  const fetch = (input: URL | RequestInfo, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    asked.push({ method: init?.method ?? 'GET', table: pathname.split('/').at(-1) ?? '', query: Object.fromEntries(searchParams), body })
    const { status = 200, body: answer } = answers.shift() ?? { body: [] }
    return Promise.resolve(Response.json(answer, { status }))
  }
  vi.mocked(loadSupabase).mockResolvedValue(new PostgrestClient<Database>('http://shop.example/rest/v1', { fetch }) as never)
  return asked
}

const STAMP = '2026-11-20T10:00:00.123456+00:00'
const edit = () =>
  saveRow({
    table: 'categories',
    id: 'c1',
    stamp: { column: 'updated_at', value: STAMP },
    update: (client) => client.from('categories').update({ name: 'Nails' }).select('id,name'),
    read: (client) => client.from('categories').select('id,name'),
  })

beforeEach(() => void vi.mocked(fetchRowHistory).mockResolvedValue([]))

describe('an edit', () => {
  it('is written only if the row is as it was read', async () => {
    const asked = api({ body: [{ id: 'c1', name: 'Nails' }] })
    expect(await edit()).toEqual({ ok: true, row: { id: 'c1', name: 'Nails' } })
    expect(asked).toEqual([
      { method: 'PATCH', table: 'categories', query: { id: 'eq.c1', updated_at: `eq.${STAMP}`, select: 'id,name' }, body: { name: 'Nails' } },
    ])
  })
  it('that comes too late is refused with the current row and its author', async () => {
    const asked = api({ body: [] }, { body: [{ id: 'c1', name: 'Nail art' }] })
    vi.mocked(fetchRowHistory).mockResolvedValue([{ id: 1, at: '', actor: 'x', actor_name: 'Ravi', table_name: 'categories', action: 'update', changes: {} }])
    expect(await edit()).toEqual({ ok: false, code: 'STALE', current: { id: 'c1', name: 'Nail art' }, by: 'Ravi' })
    expect(asked[1]).toEqual({ method: 'GET', table: 'categories', query: { id: 'eq.c1', select: 'id,name' }, body: null })
  })
  it('of a row that is gone says so', async () => {
    api({ body: [] }, { body: [] })
    expect(await edit()).toEqual({ ok: false, code: 'GONE' })
  })
  it('that the database refuses shows its message and figures', async () => {
    api({ status: 400, body: { code: 'P0001', message: 'above MRP', details: '{"code":"ABOVE_MRP","over":2}', hint: null } })
    expect(await edit()).toEqual({ ok: false, code: 'REFUSED', message: 'above MRP', detail: { code: 'ABOVE_MRP', over: 2 } })
  })
})

describe('an edit of a row that was', () => {
  const read = { id: 'c1', name: 'Nails', display_order: 1, updated_at: STAMP }
  type Row = typeof read
  const saves = (current: Row) =>
    vi.fn((over: Row): Promise<SaveResult<Row>> =>
      Promise.resolve(over === current ? { ok: true, row: over } : { ok: false, code: 'STALE', current, by: 'Ravi' }),
    )
  it('moved in its list in the meantime is written over it', async () => {
    const current = { ...read, display_order: 2, updated_at: 'later' }
    expect(await saveMoved(read, saves(current))).toEqual({ ok: true, row: current })
  })
  it('changed in the meantime is refused', async () => {
    const current = { ...read, name: 'Nail art', updated_at: 'later' }
    const save = saves(current)
    expect(await saveMoved(read, save)).toEqual({ ok: false, code: 'STALE', current, by: 'Ravi' })
    expect(save).toHaveBeenCalledOnce()
  })
})

it('a status is set only where the rows still have the old one', async () => {
  const asked = api({ body: [{ id: 'c1' }] })
  expect(await moveRows(['c1', 'c2'], 'open', (client) => client.from('complaints').update({ status: 'answered' }).select('id'))).toEqual(['c1'])
  expect(asked).toEqual([{ method: 'PATCH', table: 'complaints', query: { id: 'in.(c1,c2)', status: 'eq.open', select: 'id' }, body: { status: 'answered' } }])
})

it('changes are what differs; null and missing are the same', () => {
  expect(changesOf<Record<string, unknown>>({ a: 1, b: null, tiers: [{ n: 1 }] }, { a: 2, b: undefined, tiers: [{ n: 1 }] })).toEqual({ a: 2 })
  expect([detailOf('not json'), detailOf(null), detailOf('[1]')]).toEqual([{}, {}, {}])
})
