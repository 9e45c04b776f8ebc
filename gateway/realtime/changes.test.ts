import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { KEYS } from '../testing/gateway.ts'
import { following } from '../testing/realtime.ts'
import { openWatchedTables, texts, type Watch, type WatchedTables } from '../testing/watched-tables.ts'

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
const BALA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0002'

let tables: WatchedTables
beforeAll(async () => {
  tables = await openWatchedTables()
})
afterAll(() => tables.close())
beforeEach(() => tables.clear())

describe('who receives a change', () => {
  test('only the owner of a row receives its change, not another subscriber', async () => {
    const [anna, bala] = [await tables.watch(ANNA), await tables.watch(BALA)]
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'of Anna')`)
    await tables.owner.query(`update public.notes set text = 'again of Anna' where id = 1`)
    await tables.owner.query(`insert into public.notes (id, owner, text) values (2, '${BALA}', 'of Bala')`)
    await vi.waitFor(() => expect(texts(bala)).toEqual(['of Bala']))
    await vi.waitFor(() => expect(anna.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE']))
    expect(texts(anna).at(-1)).toBe('again of Anna')
  })

  test('a visitor without privileges on the table is refused, and the secret key receives all rows', async () => {
    await expect(tables.watch(undefined)).rejects.toThrow('Unable to subscribe')
    const all = await tables.watch(undefined, {}, { key: KEYS.secretKey })
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'one'), (2, '${BALA}', 'two')`)
    await vi.waitFor(() => expect(texts(all)).toEqual(['one', 'two']))
  })

  test('a row that changes its owner is sent to the new owner only, without its old values', async () => {
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'for Anna')`)
    await tables.settled()
    const [anna, bala] = [await tables.watch(ANNA), await tables.watch(BALA)]
    await tables.owner.query(
      `begin; update public.notes set text = 'still private' where id = 1; update public.notes set owner = '${BALA}', text = 'for Bala' where id = 1; commit`,
    )
    await vi.waitFor(() => expect(texts(bala).at(-1)).toBe('for Bala'))
    await tables.owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'the next')`)
    await vi.waitFor(() => expect(texts(anna)).toEqual(['the next']))
    expect(texts(bala)).not.toContain('still private')
  })

  test('columns that the role may not read are omitted', async () => {
    const anna = await tables.watch(ANNA)
    await tables.owner.query(`insert into public.notes (id, owner, text, secret) values (1, '${ANNA}', 'mine', 'an internal note')`)
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    expect(anna[0]?.new).toHaveProperty('text', 'mine')
    expect(JSON.stringify(anna)).not.toContain('secret')
    expect(JSON.stringify(anna)).not.toContain('remark')
  })

  test('a revoked privilege takes effect with the next change', async () => {
    await tables.owner.query('grant select on public.hidden to authenticated')
    const anna = await tables.watch(ANNA, { table: 'hidden' })
    await tables.owner.query('insert into public.hidden values (1)')
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    await tables.owner.query('revoke select on public.hidden from authenticated')
    const notes = await tables.watch(ANNA)
    await tables.owner.query(`insert into public.hidden values (2); insert into public.notes (id, owner) values (1, '${ANNA}')`)
    await vi.waitFor(() => expect(notes).toHaveLength(1))
    expect(anna).toHaveLength(1)
  })

  test('a DELETE sends only the key, and nothing to bindings with a filter', async () => {
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'mine')`)
    await tables.settled()
    const [all, filtered] = [await tables.watch(ANNA), await tables.watch(ANNA, { filter: `owner=eq.${ANNA}` })]
    await tables.owner.query('delete from public.notes')
    await vi.waitFor(() => expect(all).toHaveLength(1))
    expect(all[0]).toMatchObject({ eventType: 'DELETE', old: { id: 1 }, new: {} })
    expect(Object.keys(all[0]?.old ?? {})).toEqual(['id'])
    await tables.owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'next')`)
    await vi.waitFor(() => expect(texts(filtered)).toEqual(['next']))
  })

  test('a rolled-back transaction sends nothing', async () => {
    const anna = await tables.watch(ANNA)
    await tables.owner.query(`begin; insert into public.notes (id, owner, text) values (1, '${ANNA}', 'undone'); rollback`)
    await tables.owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'done')`)
    await vi.waitFor(() => expect(texts(anna)).toEqual(['done']))
  })
})

describe('the content of a change', () => {
  test('values have the format of /rest/v1', async () => {
    const anna = await tables.watch(ANNA)
    await tables.owner.query(
      `insert into public.notes values (9007199254740991, '${ANNA}', 'naïve “₹”', 3, 12.50, true, '{a,"b c"}', '{"n": [1, null]}', '2026-11-20 10:00:00+05:30', '2026-11-20', 'x')`,
    )
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    const { data } = await tables.shop.live({ user: ANNA }).from('notes').select('id,owner,text,stars,price,done,tags,more,at,day').single()
    expect(anna[0]?.new).toEqual(data)
    expect(data).toMatchObject({ id: 9_007_199_254_740_991, price: 12.5, done: true, tags: ['a', 'b c'], more: { n: [1, null] }, day: '2026-11-20' })
    expect(anna[0]).toMatchObject({ schema: 'public', table: 'notes', eventType: 'INSERT', errors: null, old: {} })
    expect(Math.abs(Date.parse(anna[0]?.commit_timestamp ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('an unchanged large value is included', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => String(at * 7919)).join(' ')
    await tables.owner.query('insert into public.notes (id, owner, text) values (1, $1, $2)', [ANNA, long])
    await tables.settled()
    const anna = await tables.watch(ANNA)
    await tables.owner.query('update public.notes set stars = 5 where id = 1')
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    expect(anna[0]).toMatchObject({ eventType: 'UPDATE', new: { id: 1, stars: 5, text: long }, old: { id: 1 } })
  })

  test('composite keys, changed keys and unusual names', async () => {
    const pairs = await tables.watch(undefined, { table: 'pairs' })
    const odd = await tables.watch(undefined, { table: 'Odd "name' })
    await tables.owner.query(`insert into public.pairs values (1, 'x"\\,{}', 'first'); update public.pairs set b = 'y' where a = 1; delete from public.pairs`)
    await tables.owner.query(`insert into public."Odd ""name" values ('${ANNA}', 'from')`)
    await vi.waitFor(() => expect(odd.map(({ new: row }) => row)).toEqual([{ 'a b': ANNA, select: 'from' }]))
    await vi.waitFor(() => expect(pairs.at(-1)).toMatchObject({ eventType: 'DELETE', old: { a: 1, b: 'y' } }))
  })

  test('events arrive in commit order, each at its binding', async () => {
    const [inserts, updates] = [await tables.watch(ANNA, { event: 'INSERT' }), await tables.watch(ANNA, { event: 'UPDATE' })]
    for (let id = 1; id <= 20; id += 1) await tables.owner.query(`insert into public.notes (id, owner, text) values (${id}, '${ANNA}', '${id}')`)
    await tables.owner.query('update public.notes set stars = id')
    await vi.waitFor(() => expect(texts(inserts)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1))))
    await vi.waitFor(() => expect(updates).toHaveLength(20))
  })

  test('a change that matches two bindings of a channel is sent once with both ids', async () => {
    const received: string[] = []
    const channel = tables.shop.live({ user: ANNA }).channel(tables.topic())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => void received.push('all'))
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes', filter: 'stars=gt.3' }, () => void received.push('many stars'))
    await following(channel)
    await tables.owner.query(`insert into public.notes (id, owner, stars) values (1, '${ANNA}', 5), (2, '${ANNA}', 1)`)
    await vi.waitFor(() => expect(received.toSorted()).toEqual(['all', 'all', 'many stars']))
  })
})

describe('filters', () => {
  const rows = `insert into public.notes (id, owner, text, stars, price, done) values
    (1, '${ANNA}', 'a,b', 1, 1.50, true), (2, '${ANNA}', 'b"c', 2, 2.50, false), (3, '${ANNA}', null, 3, 3.50, null), (99, '${ANNA}', 'last', 99, 99, true)`
  test.each([
    ['stars=eq.2', [2]],
    ['stars=neq.2', [1, 3]],
    ['stars=lt.2', [1]],
    ['stars=lte.2', [1, 2]],
    ['stars=gt.2', [3]],
    ['stars=gte.2', [2, 3]],
    ['id=in.(1,3)', [1, 3]],
    ['price=eq.2.5', [2]],
    ['text=eq."a,b"', [1]],
    ['text=in.("a,b","b\\"c")', [1, 2]],
    ['done=eq.true', [1]],
    [`owner=eq.${ANNA.toUpperCase()},stars=lte.1`, [1]],
    ['stars=eq.002', [2]],
  ])('%s', async (filter, ids) => {
    const [all, some] = [await tables.watch(ANNA), await tables.watch(ANNA, { filter })]
    await tables.owner.query(rows)
    await vi.waitFor(() => expect(all).toHaveLength(4))
    await vi.waitFor(() => expect(some.map(({ new: row }) => (row as { id: number }).id).filter((id) => id < 99)).toEqual(ids))
  })

  test.each([
    ['no such table', { table: 'nothing' }],
    ['not in the publication', { table: 'quiet' }],
    ['no right to it', { table: 'hidden' }],
    ['no primary key', { table: 'keyless' }],
    ['no such column', { filter: 'colour=eq.red' }],
    ['a column that may not be read', { filter: 'secret=eq.x' }],
    ['no value of the type', { filter: 'stars=eq.many' }],
    ['SQL in a value', { filter: 'stars=eq.1) or (1=1' }],
    ['SQL in a name', { filter: 'stars"=1 or "id=eq.1' }],
    ['an operator that is not built', { filter: 'text=like.a*' }],
    ['no operator', { filter: 'stars' }],
    ['a filter without a table', { table: '*', filter: 'stars=eq.1' }],
    ['too many conditions', { filter: Array.from({ length: 11 }, () => 'stars=eq.1').join(',') }],
    ['no such event', { event: 'TRUNCATE' as never }],
  ])('refused: %s', async (_, params: Watch) => {
    await expect(tables.watch(ANNA, params)).rejects.toThrow(/Unable to subscribe|not supported|filter|event/)
  })

  test('a binding to a schema includes all tables that the role may read', async () => {
    const received = await tables.watch(ANNA, { table: '*' })
    await tables.owner.query(
      `insert into public.hidden values (10); insert into public.pairs values (1, 'x', 'y'); insert into public.notes (id, owner, text) values (1, '${ANNA}', 'mine')`,
    )
    await vi.waitFor(() => expect(received.map(({ table }) => table)).toEqual(['notes']))
  })
})
