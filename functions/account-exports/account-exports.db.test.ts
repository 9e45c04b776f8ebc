import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysRange } from '#domain/accounts/days-range.ts'
import type { DaysRange } from '#domain/accounts/days-range.ts'
import { ROLES } from '#domain/shop/staff.ts'
import { createDatabase } from '#server/testing/database.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { accountExports } from './account-exports.ts'
import { readAccounts, readOrders, TooManyEntries } from './read-accounts.ts'

let shop: TestShop
let buyer: Person
let staff: Record<(typeof ROLES)[number], Person>

const HOSTILE = '=HYPERLINK("http://x.example") & <b>'
const shipping = { full_name: 'Meera Nair', address: '48, 12th Main', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9845011234' }
const november = { from: '2026-11-01', to: '2026-11-30' }
const range = daysRange(november.from, november.to) as DaysRange

/** Runs a change at noon Indian time on `day`, or at the time that `day` contains. */
const at = (day: string, change: string) =>
  shop.sql(`do $$ begin perform set_config('shop.as_of', '${day.includes('T') ? day : `${day}T12:00`}:00+05:30', true); ${change}; end $$`)

/** An order for two lipsticks of ₹118 with delivery, accepted on `day`. */
async function sell(day: string, more: object = {}): Promise<string> {
  await shop.fillCart(buyer, { [await shop.product({ name: 'Lipstick', price: 118, hsn: '33049910' })]: 2 })
  const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: { ...shipping, email: buyer.email, ...more } }
  const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(buyer))
  const { order } = (await placed.json()) as { order: { id: string } }
  await shop.sql(`update public.orders set created_at = '${day}T06:00:00Z' where id = '${order.id}'`)
  await at(day, `update public.orders set status = 'processing' where id = '${order.id}'`)
  return order.id
}

const ask = (person: Person | null, body: unknown, method = 'POST') =>
  accountExports(
    new Request('http://shop.example/functions/v1/account-exports', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) }),
    shop.context(person),
  )
const fileOf = async (file: string, more: object = {}) => {
  const response = await ask(staff.accounts, { ...november, file, ...more })
  return { response, text: await response.clone().text(), bytes: new Uint8Array(await response.arrayBuffer()) }
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  const people = (await shop.people(1 + ROLES.length)) as [Person, ...Person[]]
  buyer = people[0]
  staff = Object.fromEntries(ROLES.map((role, index) => [role, people[index + 1]])) as typeof staff
  for (const role of ROLES) await shop.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [staff[role].id, role])
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0'")
  await sell('2026-10-31')
  const delivered = await sell('2026-11-02', { gstin: '27AAPFU0939F1ZV', company_name: HOSTILE })
  await at('2026-11-04', `update public.orders set status = 'shipped', courier = 'Own', tracking_number = '1' where id = '${delivered}'`)
  await at('2026-11-05', `update public.orders set status = 'delivered' where id = '${delivered}'`)
  await at('2026-11-05T23:59', `update public.payments set state = 'paid' where order_id = '${delivered}'`)
  const back = await sell('2026-11-10')
  await at('2026-11-11', `update public.payments set state = 'paid' where order_id = '${back}'`)
  await at('2026-11-20', `update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = '${back}'`)
  await at('2026-11-21', `update public.payments set state = 'refunded' where order_id = '${back}'`)
  await sell('2026-12-01')
})
afterAll(() => shop.close())

describe('permissions', () => {
  test('staff with gst.read may take every file, other staff, customers and visitors none', async () => {
    for (const role of ROLES) {
      const allowed = ['owner', 'manager', 'accounts'].includes(role)
      for (const file of ['preview', 'tally-vouchers', 'tally-ledgers', 'orders', 'day-book', 'gstr3b']) {
        expect((await ask(staff[role], { ...november, file })).status, `${role} ${file}`).toBe(allowed ? 200 : 403)
      }
    }
    const refused = await ask(buyer, { ...november, file: 'orders' })
    expect([refused.status, await refused.json()]).toEqual([403, { code: 'FORBIDDEN' }])
    expect((await ask(null, { ...november, file: 'orders' })).status).toBe(401)
  })

  test('the database checks the permission again', async () => {
    for (const role of ROLES) {
      const allowed = ['owner', 'manager', 'accounts'].includes(role)
      for (const read of [readAccounts, readOrders]) {
        const code = await read(shop.context(staff[role]), staff[role].id, range).then(
          () => 'read',
          (error: { code?: string }) => error.code,
        )
        expect(code, role).toBe(allowed ? 'read' : '42501')
      }
    }
  })

  test('the ledgers are read with gst.read and changed with payments.manage, by REST', async () => {
    for (const person of [buyer, ...ROLES.map((role) => staff[role])]) {
      const allowed = [staff.owner, staff.manager, staff.accounts].includes(person)
      const rows = await shop.context(person).asUser((query) => query("update public.tally_ledgers set bank = 'HDFC current' returning bank"))
      expect(rows).toHaveLength(allowed ? 1 : 0)
    }
    for (const name of ['', ' x', 'a\nb', 'x'.repeat(81)]) {
      const refused = shop.context(staff.accounts).asUser((query) => query('update public.tally_ledgers set bank = $1', [name]))
      await expect(refused, JSON.stringify(name)).rejects.toMatchObject({ code: '23514' })
    }
    const log = await shop.sql("select changes from public.audit_log where table_name = 'tally_ledgers'")
    expect(log[0]).toEqual({ changes: { bank: ['Bank', 'HDFC current'] } })
  })
})

test('the preview has the sums of the period, and those of GSTR-3B agree with GSTR-1', async () => {
  const preview = (await (await ask(staff.accounts, { ...november, file: 'preview' })).json()) as Record<string, unknown>
  const one = { taxable: 284.74, cgst: 25.63, sgst: 25.63, igst: 0 }
  expect(preview).toEqual({
    invoices: 2,
    notes: 1,
    ...one,
    value: 336,
    received: 672,
    refunded: 336,
    entries: 0,
    couriers: { cleared: 0, to_bank: 0, charges: 0, difference: 0 },
    credit_by_hand: 0,
    methods: [{ method: 'cod', count: 3, received: 672, refunded: 336 }],
    gstr3b: { taxed: one, nil: 0, inter_state: [] },
  })
  const filed = await gstReturn(
    new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ month: '2026-11', format: 'json' }) }),
    shop.context(staff.accounts),
  )
  expect(((await filed.json()) as { gst_summary: { total: unknown } }).gst_summary.total).toEqual(one)
})

describe('files', () => {
  test('Tally vouchers: our numbers, receipts and payments on the Indian day, one company as ledger, escaped', async () => {
    const { response, text } = await fileOf('tally-vouchers')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="tally-vouchers_2026-11-01_2026-11-30.xml"')
    const vouchers = [...text.matchAll(/<VOUCHER .*?<DATE>(\d+)<.*?<VOUCHERTYPENAME>(.*?)<.*?<VOUCHERNUMBER>(.*?)<\/VOUCHERNUMBER>/gs)]
    expect(vouchers.map(([, date, type, number]) => [date, type, number?.replace(/\/\d{6}\/\w{8}$/, '/…')])).toEqual([
      ['20261102', 'Sales', 'INV/26-27/000002'],
      ['20261110', 'Sales', 'INV/26-27/000003'],
      ['20261120', 'Credit Note', 'CN/26-27/000001'],
      ['20261105', 'Receipt', 'R/…'],
      ['20261111', 'Receipt', 'R/…'],
      ['20261121', 'Payment', 'P/…'],
    ])
    expect(text).toContain('<LEDGERNAME>=HYPERLINK(&quot;http://x.example&quot;) &amp; &lt;b&gt; (27AAPFU0939F1ZV)</LEDGERNAME>')
    const ledgers = (await fileOf('tally-ledgers')).text
    expect([...ledgers.matchAll(/<LEDGER NAME="(.*?)"/g)].map(([, name]) => name)).toEqual(
      ['Sales 18%', 'Delivery charges', 'CGST', 'SGST', 'Cash on delivery', '=HYPERLINK(&quot;http://x.example&quot;) &amp; &lt;b&gt; (27AAPFU0939F1ZV)', 'Online customers'], // prettier-ignore
    )
  })

  test('a registered buyer keeps the ledger of their first document in later months, also under another name', async () => {
    await sell('2026-12-03', { gstin: '27AAPFU0939F1ZV', company_name: 'Looks by Meera LLP' })
    const december = { from: '2026-12-01', to: '2026-12-31' }
    for (const file of ['tally-vouchers', 'tally-ledgers']) {
      const { text } = await fileOf(file, december)
      expect(text).toContain('&lt;b&gt; (27AAPFU0939F1ZV)')
      expect(text).not.toContain('Looks by Meera LLP (')
    }
  })

  test('orders with lines as CSV: Indian times, our numbers, no formula', async () => {
    const { text, bytes } = await fileOf('orders')
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(1 + 2 * 2)
    expect(rows[1]).toMatch(/^2026-11-02 11:30,\d{6},delivered,INV\/26-27\/000002,2026-11-02 12:00,,Meera Nair,"'=HYPERLINK\(/)
    expect(rows[1]).toMatch(/,27AAPFU0939F1ZV,Maharashtra,1,Lipstick,\w+,33049910,2,NOS,/)
    expect(rows[1]).toContain(',118.00,0.00,200.00,18,18.00,18.00,0.00,236.00,cod,paid')
    expect(rows[4]).toContain('CN/26-27/000001')
  })

  test('the day book and GSTR-3B as CSV, and all three sheets as workbooks', async () => {
    expect((await fileOf('day-book')).text).toContain('2026-11-05,2026-11-05 23:59,Receipt,')
    expect((await fileOf('gstr3b')).text).toContain(
      '3.1(a),"Outward taxable supplies (other than zero rated, nil rated and exempted)",,284.74,0.00,25.63,25.63',
    )
    for (const file of ['orders', 'day-book', 'gstr3b']) {
      const { response, bytes } = await fileOf(file, { format: 'xlsx' })
      expect(response.headers.get('content-disposition')).toContain(`${file}_2026-11-01_2026-11-30.xlsx`)
      expect(bytes.slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
    }
  })

  test('a payment that was booked by mistake is no receipt', async () => {
    const [order] = await shop.sql<{ id: string }>('select id from public.orders where order_number = (select max(order_number) from public.orders)')
    const count = async () => (await readAccounts(shop.context(staff.owner), staff.owner.id, range)).money.length
    const before = await count()
    await shop.sql("insert into public.payments (order_id, method, state, amount) values ($1, 'razorpay', 'awaiting_payment', 5)", [order?.id])
    await at('2026-11-25', `update public.payments set state = 'paid' where method = 'razorpay' and order_id = '${order?.id ?? ''}'`)
    expect(await count()).toBe(before + 1)
    await at('2026-11-26', `update public.payments set state = 'awaiting_payment' where method = 'razorpay' and order_id = '${order?.id ?? ''}'`)
    expect(await count()).toBe(before)
    await shop.sql("delete from public.payments where method = 'razorpay'")
  })
})

test('a period with more entries than a file may have is refused, and small pages read the same', async () => {
  const context = shop.context(staff.owner)
  await expect(readAccounts(context, staff.owner.id, range, 2)).rejects.toThrow(TooManyEntries)
  await expect(readOrders(context, staff.owner.id, range, 1)).rejects.toThrow(TooManyEntries)
  const whole = await readAccounts(context, staff.owner.id, range)
  expect(await readAccounts(context, staff.owner.id, range, undefined, 1)).toEqual(whole)
})

test('an invalid request is refused with the field', async () => {
  const wrong: [object | null, string[]][] = [
    [null, ['file']],
    [{ ...november, file: '../orders' }, ['file']],
    [{ ...november, file: 'orders', format: 'pdf' }, ['format']],
    [{ from: '2026-11-30', to: '2026-11-01', file: 'orders' }, ['from']],
    [{ from: '2020-01-01', to: '2026-11-01', file: 'orders' }, ['from']],
    [{ from: "2026-11-01' or 1=1 --", to: '2026-11-01', file: 'orders' }, ['from']],
    [{ from: {}, to: [], file: 'orders' }, ['from']],
  ]
  for (const [body, fields] of wrong) {
    const answer = await ask(staff.owner, body)
    const { code, fields: reported } = (await answer.json()) as { code: string; fields: Record<string, string> }
    expect([answer.status, code, Object.keys(reported)], JSON.stringify(body)).toEqual([400, 'INVALID', fields])
  }
  expect((await ask(staff.owner, null, 'GET')).status).toBe(405)
})
