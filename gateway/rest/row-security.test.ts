/** Row level security and privileges, as a client sees them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OTHER_READER, READER } from '../testing/library.ts'
import { ANON, openLibrary, SERVICE, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())
beforeEach(() => library.reset())

const user = () => library.client(USER)
const service = () => library.client(SERVICE)

test('users read and write only their own rows', async () => {
  expect((await user().from('loans').select('note')).data).toEqual([{ note: 'mine' }])
  const theirs = await user().from('loans').update({ note: 'taken' }).eq('reader', OTHER_READER).select('id')
  expect(theirs.data).toEqual([])
  const forged = await user().from('loans').insert({ reader: OTHER_READER, book_id: 3 })
  expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
})

test('the hidden row exists', async () => {
  expect((await service().from('loans').select('note').order('id')).data).toEqual([{ note: 'mine' }, { note: 'theirs' }])
})

test('an embed omits rows that its own policy hides', async () => {
  const { data } = await user().from('books').select('id,loans(reader)').in('id', [1, 2]).order('id')
  expect(data).toEqual([
    { id: 1, loans: [{ reader: READER }] },
    { id: 2, loans: [] },
  ])
})

test('a refused privilege is 401 for anon and 403 for a user', async () => {
  const anon = await library.client(ANON).from('loans').select()
  expect([anon.status, anon.error?.code]).toEqual([401, '42501'])
  const known = await user().from('publishers').insert({ id: 9, name: 'x' })
  expect([known.status, known.error?.code]).toEqual([403, '42501'])
})

test('only the returned columns need the select privilege', async () => {
  await library.database.prepare(`
    create table if not exists public.letters (id int primary key, secret text);
    revoke all on public.letters from authenticated;
    grant insert on public.letters to authenticated; grant select (id) on public.letters to authenticated;`)
  await library.reload()
  const { data, error } = await user().from('letters').insert({ id: 1, secret: 's' }).select('id')
  expect([error, data]).toEqual([null, [{ id: 1 }]])
  const all = await user().from('letters').insert({ id: 2, secret: 's' }).select()
  expect(all.error?.code).toBe('42501')
})
