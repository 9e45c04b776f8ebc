import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Scratch, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

async function signUp(db: Scratch, metadata: Record<string, unknown>): Promise<string> {
  const id = randomUUID()
  await db.run('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [id, `${id}@example.in`, JSON.stringify(metadata)])
  return id
}
const confirm = (db: Scratch, id: string, metadata: Record<string, unknown>) =>
  db.run('update auth.users set email_confirmed_at = now(), raw_user_meta_data = $2 where id = $1', [id, JSON.stringify(metadata)])
const nameOf = async (db: Scratch, id: string) => (await db.rows('select full_name from public.profiles where id = $1', [id]))[0]?.['full_name']
const consentsOf = (db: Scratch, id: string) => db.rows('select purpose, given from public.consents where user_id = $1 order by purpose', [id])

test('name and consents of a registration are stored in the profile when its link is opened', async () => {
  await shop.scratch(async (db) => {
    const id = await signUp(db, {})
    expect([await nameOf(db, id), await consentsOf(db, id)]).toEqual([null, []])
    await confirm(db, id, { full_name: '  Meera Nair ', notices: { account: 1 } })
    expect(await nameOf(db, id)).toBe('Meera Nair')
    expect(await consentsOf(db, id)).toEqual([{ purpose: 'account', given: true }])
  })
})

test('existing data is kept at the confirmation, is logged once, and a name that is too long is truncated', async () => {
  await shop.scratch(async (db) => {
    const known = await signUp(db, { full_name: 'Meera', notices: { account: 1 } })
    await confirm(db, known, { full_name: 'Someone else', notices: { account: 1 } })
    expect(await nameOf(db, known)).toBe('Meera')
    expect(await consentsOf(db, known)).toHaveLength(1)
    const long = await signUp(db, {})
    await confirm(db, long, { full_name: 'x'.repeat(500) })
    expect(String(await nameOf(db, long))).toHaveLength(120)
    const blank = await signUp(db, {})
    await confirm(db, blank, { full_name: '   ' })
    expect(await nameOf(db, blank)).toBeNull()
  })
})
