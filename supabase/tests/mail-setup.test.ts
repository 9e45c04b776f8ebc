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
const SET = 'select private.set_mail_setup($1, $2, $3, $4, $5, $6, $7, $8, $9) as version'
const values = (changes: Partial<Setup>, version = 1) => [...Object.values({ ...SETUP, ...changes }), version]
/** Acts as the server function that has verified the owner's password. */
const begin = async (db: Scratch, act = 'mail_server', by = PEOPLE.superAdmin) => {
  await db.as('orderService')
  await db.run('select private.begin_owner_act($1, $2)', [by, act])
}
const set = async (db: Scratch, changes: Partial<Setup> = {}, version = 1) => {
  await begin(db)
  return db.rows(SET, values(changes, version))
}
const refused = async (db: Scratch, changes: Partial<Setup>, version = 1) => {
  await begin(db)
  const { code, detail, message } = await db.refused(SET, values(changes, version))
  expect(message + detail).not.toContain('the-password')
  return { code, ...(JSON.parse(detail) as object) }
}
const read = async (db: Scratch) => {
  await db.as('superAdmin')
  return (await db.rows('select public.mail_setup() as setup'))[0]?.['setup']
}
const password = async (db: Scratch) => {
  await db.as('mailer')
  const [row] = await db.rows('select password from private.mail_shop()')
  return row?.['password']
}

test('an owner sets server and sender and reads everything back except the password, which only the sender gets', async () => {
  await shop.scratch(async (db) => {
    expect(await set(db, { host: ' SMTP.Shop.Example ' })).toEqual([{ version: 2 }])
    const { password: _password, ...shown } = SETUP
    expect(await read(db)).toMatchObject({ ...shown, password_set: true, version: 2 })
    expect(JSON.stringify(await read(db))).not.toContain(SETUP.password)
    expect(await password(db)).toBe(SETUP.password)
  })
})

describe('the password', () => {
  test('stays if it is not entered again', async () => {
    await shop.scratch(async (db) => {
      await set(db)
      await set(db, { password: '', from_name: 'Other' }, 2)
      expect(await password(db)).toBe(SETUP.password)
    })
  })

  test.each([{ host: 'elsewhere.example' }, { port: 2525 }, { username: 'another' }])('is not kept for %j', async (changes) => {
    await shop.scratch(async (db) => {
      await set(db)
      expect(await refused(db, { ...changes, password: '' }, 2)).toMatchObject({ code: 'PASSWORD_AGAIN', field: 'password' })
      expect(await password(db)).toBe(SETUP.password)
    })
  })

  test('is deleted with its server', async () => {
    await shop.scratch(async (db) => {
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
    expect(await refused(db, changes)).toMatchObject({ field })
    expect(await read(db)).toMatchObject({ host: null, version: 1 })
  })
})

test('unencrypted mail is only possible to this machine; a server may need no login', async () => {
  await shop.scratch(async (db) => {
    await set(db, { host: 'localhost', security: 'none', username: '', password: '' })
    expect(await read(db)).toMatchObject({ host: 'localhost', username: null, password_set: false })
  })
})

test('a stale form changes nothing', async () => {
  await shop.scratch(async (db) => {
    await set(db)
    expect(await refused(db, { from_name: 'Mine' })).toMatchObject({ code: 'STALE' })
    expect(await read(db)).toMatchObject({ from_name: 'Shringar' })
  })
})

test('the audit log contains who changed what, and for login and keys only that they were changed', async () => {
  await shop.scratch(async (db) => {
    await set(db)
    await begin(db, 'payment_keys')
    await db.run("select private.set_razorpay_keys('rzp_test_abcdef', 'secret-of-the-shop', 'webhook-of-the-shop')")
    await db.as('superAdmin')
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
    // settings that the server started with are not a person's change
    await db.run("select private.note_mail_environment('smtp', 'relay.example')")
    expect(await db.rows("select from public.audit_log where table_name = 'mail_setup'")).toHaveLength(1)
  })
})

describe('a test mail', () => {
  test('goes to the person who requests it, before all other due mails, and only they see its result', async () => {
    await shop.scratch(async (db) => {
      await begin(db, 'test_mail')
      const [{ id } = {}] = await db.rows('select private.send_test_mail() as id')
      const result = 'select public.test_mail_result($1) as result'
      await db.as('superAdmin')
      expect(await db.rows(result, [id])).toEqual([{ result: { status: 'queued', recipient: 'superAdmin@example.in', error: null } }])
      await db.as('owner')
      await db.run("insert into public.user_roles (user_id, role) values ($1, 'owner')", [PEOPLE.other])
      await db.as('other')
      expect(await db.rows(result, [id])).toEqual([{ result: null }])
      await db.as('owner')
      expect(await db.rows("select kind, recipient, data from private.mails where status = 'queued' order by next_attempt_at limit 1")).toEqual([
        { kind: 'test', recipient: 'superAdmin@example.in', data: { asked_by: PEOPLE.superAdmin } },
      ])
    })
  })

  test('is sent at most five times in ten minutes', async () => {
    await shop.scratch(async (db) => {
      await begin(db, 'test_mail')
      for (let times = 0; times < 5; times += 1) await db.run('select private.send_test_mail()')
      expect(await db.refused('select private.send_test_mail()')).toMatchObject({ code: 'PT429', detail: '{"code":"TOO_MANY"}' })
      await db.as('owner')
      await db.run("insert into public.user_roles (user_id, role) values ($1, 'owner')", [PEOPLE.other])
      await begin(db, 'test_mail', PEOPLE.other)
      expect(await db.rows('select private.send_test_mail() as id')).toHaveLength(1)
    })
  })
})

test('only an owner through the server functions may request it, and only the sender may read', async () => {
  await shop.scratch(async (db) => {
    const acts: [string, unknown[]?][] = [
      ['select public.mail_setup()'],
      ['select public.test_mail_result(1)'],
      ['select private.send_test_mail()'],
      [SET, values({})],
    ]
    for (const person of ['visitor', 'customer', 'admin', 'orderService', 'mailer'] as const) {
      await db.as(person)
      for (const [sql, given] of acts) expect(await db.refused(sql, given), `${person}: ${sql}`).toMatchObject({ code: '42501' })
    }
    await db.as('superAdmin')
    for (const [sql, given] of acts.slice(2)) expect(await db.refused(sql, given), sql).toMatchObject({ code: '42501' })
    await db.as('orderService')
    expect(await db.refused("select private.begin_owner_act($1, 'mail_server')", [PEOPLE.admin])).toMatchObject({ code: '42501' })
    for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'orderService', 'server'] as const) {
      await db.as(person)
      expect(await db.refused('select * from private.mail_shop()'), person).toMatchObject({ code: '42501' })
    }
  })
})

describe('the owners', () => {
  const notices = (db: Scratch) =>
    db.rows("select id, recipient, data, mail_setup_version as bound from private.mails where kind = 'owner_notice' order by recipient")

  test('are notified of a new mail server through the former one, which is deleted after the last of these mails', async () => {
    await shop.scratch(async (db) => {
      await set(db)
      await set(db, { host: 'attacker.example' }, 2)
      await db.as('owner')
      const queued = (await notices(db)).filter(({ bound }) => bound === 2)
      expect(queued).toMatchObject([{ recipient: 'superAdmin@example.in', data: { what: 'mail_server', by: 'superAdmin' } }])
      await db.as('mailer')
      expect(await db.rows('select host, password, version from private.mail_shop(2)')).toEqual([{ host: SETUP.host, password: SETUP.password, version: 2 }])
      expect(await db.rows('select host, version from private.mail_shop()')).toEqual([{ host: 'attacker.example', version: 3 }])
      await db.run("update private.mails set status = 'sent' where id = any ($1)", [queued.map(({ id }) => id)])
      expect(await db.rows('select host from private.mail_shop(2)')).toEqual([{ host: 'attacker.example' }])
      await db.as('owner')
      expect(await db.rows('select version from private.former_mail_setups')).toEqual([{ version: 1 }])
    })
  })

  test('are all notified of payment keys and identity, but not of a test mail', async () => {
    await shop.scratch(async (db) => {
      await db.run("insert into public.user_roles (user_id, role) values ($1, 'owner')", [PEOPLE.other])
      for (const act of ['payment_keys', 'identity', 'test_mail']) await begin(db, act)
      await db.as('owner')
      expect((await notices(db)).map(({ recipient, data }) => [recipient, (data as { what: string }).what])).toEqual([
        ['other@example.in', 'payment_keys'],
        ['other@example.in', 'identity'],
        ['superAdmin@example.in', 'payment_keys'],
        ['superAdmin@example.in', 'identity'],
      ])
    })
  })
})
