import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test('an invitation that is withdrawn while it is accepted gives no role', async () => {
  const [person, owner] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([person.connect(), owner.connect()])
  try {
    const { rows } = await owner.query<{ invite: string }>("select invite from private.invite_staff($1, 'customer@example.in', 'manager')", [PEOPLE.superAdmin])
    await person.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify({ sub: PEOPLE.customer, role: 'authenticated' })])
    await person.query('set role authenticated')
    await owner.query('begin')
    expect((await owner.query('select refusal from private.withdraw_invite($1, $2)', [PEOPLE.superAdmin, rows[0]?.invite])).rows).toEqual([{ refusal: null }])
    const accepted = person.query("select public.accept_invite('Meera')").then(
      () => 'accepted',
      (error: unknown) => (error as { detail?: string }).detail,
    )
    const waits = async () =>
      (
        await shop.owner.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%accept_invite(''Meera'')%' and pid <> pg_backend_pid()",
        )
      ).rowCount
    await expect.poll(waits).toBe(1)
    await owner.query('commit')
    expect(await accepted).toBe('{"code":"NO_INVITE"}')
    expect((await shop.owner.query('select from public.user_roles where user_id = $1', [PEOPLE.customer])).rowCount).toBe(0)
  } finally {
    await Promise.all([person.end(), owner.end()])
  }
})
