import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const SETUP = {
  host: 'smtp.shop.example',
  port: 465,
  security: 'tls',
  username: 'shop-login',
  password: 'the-password-of-the-shop',
  from_name: 'Shringar',
  from_address: 'orders@shop.example',
  reply_to: 'care@shop.example',
}
type Setup = { [K in keyof typeof SETUP]: (typeof SETUP)[K] | null }
const SET = 'select public.set_mail_setup($1, $2, $3, $4, $5, $6, $7, $8, $9) as version'
const values = (changes: Partial<Setup>, version = 1) => [...Object.values({ ...SETUP, ...changes }), version]
const set = (db: Scratch, changes: Partial<Setup> = {}, version = 1) => db.rows(SET, values(changes, version))
const refused = async (db: Scratch, changes: Partial<Setup>, version = 1) => {
  const { code, detail, message } = await db.refused(SET, values(changes, version))
  expect(message + detail).not.toContain('the-password')
  return { code, ...(JSON.parse(detail) as object) }
}
const read = async (db: Scratch) => (await db.rows('select public.mail_setup() as setup'))[0]?.['setup']
const password = async (db: Scratch) => {
  await db.as('mailer')
  const [row] = await db.rows('select password from private.mail_shop()')
  await db.as('admin')
  return row?.['password']
}

test('an admin sets server and sender and reads all of it back but the password, which the sender alone gets', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await set(db, { host: ' SMTP.Shop.Example ' })).toEqual([{ version: 2 }])
    const { password: _password, ...told } = SETUP
    expect(await read(db)).toMatchObject({ ...told, password_set: true, version: 2 })
    expect(JSON.stringify(await read(db))).not.toContain(SETUP.password)
    expect(await password(db)).toBe(SETUP.password)
  })
})

describe('the password', () => {
  test('stays where it is not typed again', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await set(db)
      await set(db, { password: '', from_name: 'Other' }, 2)
      expect(await password(db)).toBe(SETUP.password)
    })
  })

  test.each([{ host: 'elsewhere.example' }, { port: 2525 }, { username: 'another' }])('does not follow to %j', async (changes) => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await set(db)
      expect(await refused(db, { ...changes, password: '' }, 2)).toMatchObject({ code: 'PASSWORD_AGAIN', field: 'password' })
      expect(await password(db)).toBe(SETUP.password)
    })
  })

  test('goes with its server', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await set(db)
      await set(db, { host: '', password: '' }, 2)
      expect(await read(db)).toMatchObject({ host: null, port: null, username: null, password_set: false, from_name: 'Shringar' })
      expect(await password(db)).toBeNull()
    })
  })
})

test.each([
  [{ host: 'smtp shop' }, 'host'],
  [{ host: 'smtp.shop.example\nx' }, 'host'],
  [{ host: 'a/b' }, 'host'],
  [{ port: 0 }, 'port'],
  [{ port: 65_536 }, 'port'],
  [{ port: null }, 'port'],
  [{ security: 'ssl' }, 'security'],
  [{ security: null }, 'security'],
  [{ security: 'none' }, 'security'],
  [{ from_name: 'a\r\nBcc: b@c.example' }, 'from_name'],
  [{ from_address: 'nobody' }, 'from_address'],
  [{ from_address: 'a@b.example, c@d.example' }, 'from_address'],
  [{ reply_to: '<a@b.example>' }, 'reply_to'],
  [{ password: 'two\nlines' }, 'password'],
  [{ username: 'x'.repeat(201) }, 'username'],
])('%j is refused at %s', async (changes, field) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await refused(db, changes)).toMatchObject({ field })
    expect(await read(db)).toMatchObject({ host: null, version: 1 })
  })
})

test('unencrypted mail goes to this machine alone; a server may want no login', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await set(db, { host: 'localhost', security: 'none', username: '', password: '' })
    expect(await read(db)).toMatchObject({ host: 'localhost', username: null, password_set: false })
  })
})

test('a stale form changes nothing', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await set(db)
    expect(await refused(db, { from_name: 'Mine' })).toMatchObject({ code: 'STALE' })
    expect(await read(db)).toMatchObject({ from_name: 'Shringar' })
  })
})

test('the audit log has who changed what, and of login and keys only that they were changed', async () => {
  await shop.scratch(async (db) => {
    await db.as('superAdmin')
    await set(db)
    await db.run("select public.set_razorpay_keys('rzp_test_abcdef', 'secret-of-the-shop', 'webhook-of-the-shop')")
    const lines = await db.rows("select actor, table_name, changes from public.audit_log where table_name in ('mail_setup', 'razorpay_keys') order by id")
    expect(lines).toEqual([
      {
        actor: PEOPLE.superAdmin,
        table_name: 'mail_setup',
        changes: {
          host: [null, SETUP.host],
          port: [null, 465],
          security: [null, 'tls'],
          username: null,
          password: null,
          from_name: [null, 'Shringar'],
          from_address: [null, SETUP.from_address],
          reply_to: [null, SETUP.reply_to],
        },
      },
      { actor: PEOPLE.superAdmin, table_name: 'razorpay_keys', changes: { key_id: [null, 'rzp_test_abcdef'], key_secret: null, webhook_secret: null } },
    ])
    expect(JSON.stringify(await db.rows('select * from public.audit_log'))).not.toMatch(/of-the-shop|shop-login/)
    await db.as('owner')
    // what a server was started with is nobody's change
    await db.run("select private.note_mail_environment('smtp', 'relay.example')")
    expect(await db.rows("select from public.audit_log where table_name = 'mail_setup'")).toHaveLength(1)
  })
})

describe('a test mail', () => {
  test('goes to whoever asks, before all that is due, and tells nobody else what became of it', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const [{ id } = {}] = await db.rows('select public.send_test_mail() as id')
      const result = 'select public.test_mail_result($1) as result'
      expect(await db.rows(result, [id])).toEqual([{ result: { status: 'queued', recipient: 'admin@example.in', error: null } }])
      await db.as('superAdmin')
      expect(await db.rows(result, [id])).toEqual([{ result: null }])
      await db.as('owner')
      expect(await db.rows("select kind, recipient, data from private.mails where status = 'queued' order by next_attempt_at limit 1")).toEqual([
        { kind: 'test', recipient: 'admin@example.in', data: { asked_by: PEOPLE.admin } },
      ])
    })
  })

  test('is sent five times in ten minutes, not six', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      for (let times = 0; times < 5; times += 1) await db.run('select public.send_test_mail()')
      expect(await db.refused('select public.send_test_mail()')).toMatchObject({ code: 'PT429', detail: '{"code":"TOO_MANY"}' })
      await db.as('superAdmin')
      expect(await db.rows('select public.send_test_mail() as id')).toHaveLength(1)
    })
  })
})

test('nobody but an admin asks, and nobody but the sender reads', async () => {
  await shop.scratch(async (db) => {
    for (const person of ['visitor', 'customer', 'desk', 'mailer'] as const) {
      await db.as(person)
      for (const sql of ['select public.mail_setup()', 'select public.send_test_mail()', 'select public.test_mail_result(1)'])
        expect(await db.refused(sql), `${person}: ${sql}`).toMatchObject({ code: '42501' })
      expect(await db.refused(SET, values({})), person).toMatchObject({ code: '42501' })
    }
    for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'desk', 'server'] as const) {
      await db.as(person)
      expect(await db.refused('select * from private.mail_shop()'), person).toMatchObject({ code: '42501' })
    }
  })
})
