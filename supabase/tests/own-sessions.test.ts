import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const HERE = randomUUID()
const ELSEWHERE = randomUUID()
const FOREIGN = randomUUID()

async function layOut(db: Scratch): Promise<void> {
  await db.run(
    `insert into auth.sessions (id, user_id, created_at, refreshed_at, aal, user_agent, ip) values
       ($1, $4, '2026-11-01T10:00Z', null, 'aal2', 'Firefox/143.0 (Windows NT)', '203.0.113.77'),
       ($2, $4, '2026-11-02T10:00Z', '2026-11-03 10:00', 'aal1', 'Safari/604.1 (iPhone)', '2001:db8:aa:bb::1'),
       ($3, $5, '2026-11-02T10:00Z', null, 'aal1', null, null)`,
    [HERE, ELSEWHERE, FOREIGN, PEOPLE.customer, PEOPLE.other],
  )
}

/** Signs in as the customer with one of their sessions. */
async function signIn(db: Scratch, session: string | null, sub: string = PEOPLE.customer): Promise<void> {
  await db.as('customer')
  await db.run("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ role: 'authenticated', sub, ...(session ? { session_id: session } : {}) }),
  ])
}

const left = async (db: Scratch): Promise<unknown[]> => {
  await db.as('owner')
  return (await db.rows('select id from auth.sessions where id = any($1) order by created_at, id', [[HERE, ELSEWHERE, FOREIGN]])).map((row) => row['id'])
}

test('users see their own sessions, the present one first, with a shortened network address', async () => {
  await shop.scratch(async (db) => {
    await layOut(db)
    await signIn(db, HERE)
    expect(await db.rows('select id, this_device, user_agent, network, signed_in_at, last_used_at, second_factor from public.my_sessions()')).toEqual([
      {
        id: HERE,
        this_device: true,
        user_agent: 'Firefox/143.0 (Windows NT)',
        network: '203.0.113.0',
        signed_in_at: new Date('2026-11-01T10:00Z'),
        last_used_at: new Date('2026-11-01T10:00Z'),
        second_factor: true,
      },
      {
        id: ELSEWHERE,
        this_device: false,
        user_agent: 'Safari/604.1 (iPhone)',
        network: '2001:db8:aa::',
        signed_in_at: new Date('2026-11-02T10:00Z'),
        last_used_at: new Date('2026-11-03T10:00Z'),
        second_factor: false,
      },
    ])
  })
})

test('an ended session is not listed, and can neither see nor end others', async () => {
  await shop.scratch(async (db) => {
    await layOut(db)
    await db.run("update auth.sessions set not_after = now() - interval '1 second' where id = $1", [ELSEWHERE])
    await signIn(db, HERE)
    expect(await db.rows('select id from public.my_sessions()')).toEqual([{ id: HERE }])
    for (const ended of [ELSEWHERE, randomUUID(), null]) {
      await signIn(db, ended)
      expect(await db.rows('select id from public.my_sessions()')).toEqual([])
      expect(await db.rows('select public.end_session($1) as done', [HERE])).toEqual([{ done: false }])
    }
    // A session of another user, used by its id.
    await signIn(db, FOREIGN)
    expect(await db.rows('select id from public.my_sessions()')).toEqual([])
  })
})

test('users can end only their own sessions', async () => {
  await shop.scratch(async (db) => {
    await layOut(db)
    await signIn(db, HERE)
    expect(await db.rows('select public.end_session($1) as done', [FOREIGN])).toEqual([{ done: false }])
    expect(await left(db)).toHaveLength(3)
    await signIn(db, HERE)
    expect(await db.rows('select public.end_session($1) as done', [ELSEWHERE])).toEqual([{ done: true }])
    expect(await left(db)).toEqual([HERE, FOREIGN])
  })
})

test('visitors have no sessions', async () => {
  await shop.scratch(async (db) => {
    await layOut(db)
    for (const person of ['visitor', 'orderService', 'mailer'] as const) {
      await db.as(person)
      expect(await db.refused('select * from public.my_sessions()'), person).toMatchObject({ code: '42501' })
      expect(await db.refused('select public.end_session($1)', [ELSEWHERE]), person).toMatchObject({ code: '42501' })
    }
    await db.as('customer')
    expect(await db.refused('select * from auth.sessions')).toMatchObject({ code: '42501' })
    for (const own of ['private.own_session()', "private.shortened_network('203.0.113.77')"]) {
      expect(await db.refused(`select ${own}`), own).toMatchObject({ code: '42501' })
    }
  })
})
