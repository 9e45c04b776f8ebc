/** A courier's transfer and store credit by hand in the accountant's files (docs/decisions/0084-accounts-exports.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysRange } from '#domain/accounts/days-range.ts'
import type { DaysRange } from '#domain/accounts/days-range.ts'
import { createDatabase } from '#server/testing/database.ts'
import { orderingIn } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { ledgerSums, readVouchers, voucherSum } from '../testing/tally-ledgers.ts'
import { accountExports } from './account-exports.ts'
import { readAccounts, TooManyEntries } from './read-accounts.ts'

let shop: TestShop
let buyer: Person
let staff: Person
const november = { from: '2026-11-01', to: '2026-11-30' }
const range = daysRange(november.from, november.to) as DaysRange
const { order } = orderingIn(() => shop)

/** Runs a statement of staff at noon Indian time on `day`. */
const at = (day: string, text: string, values: unknown[] = []) =>
  shop.context(staff).asUser(async (query) => {
    await query("select set_config('shop.as_of', $1, true)", [`${day}T12:00:00+05:30`])
    return query<Record<string, unknown>>(text, values)
  })
const fileOf = async (file: string) => {
  const answer = await accountExports(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ ...november, file }) }), shop.context(staff))
  expect(answer.status).toBe(200)
  return answer
}
const vouchers = async () => readVouchers(await (await fileOf('tally-vouchers')).text())

/** An order of ₹336 with cash on delivery that the courier delivered. */
async function delivered(day: string, tracking: string): Promise<string> {
  await shop.fillCart(buyer, { [await shop.product({ price: 118 })]: 2 })
  const { id } = (await order(buyer, { shipping: { ...SHIPPING, email: buyer.email } })).body.order
  await at(day, "update public.orders set status = 'processing' where id = $1", [id])
  await at(day, "update public.orders set status = 'shipped', courier = 'Delhivery', tracking_number = $2 where id = $1", [id, tracking])
  await at(day, "update public.orders set status = 'delivered' where id = $1", [id])
  return id
}
const SHIPPING = { full_name: 'Meera Nair', address: '48, 12th Main', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9845011234' }
const BOOK = 'select public.book_remittance($1, $2, $3, $4, $5, $6) as booked'
const rowsOf = (rows: readonly object[]) => JSON.stringify(rows.map((row, index) => ({ place: index + 2, order: null, charges: 0, ...row })))

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  buyer = await shop.person()
  staff = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner')", [staff.id])
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0'")
  await shop.sql("insert into public.profiles (id, full_name) values ($1, 'Meera Nair') on conflict (id) do update set full_name = excluded.full_name", [
    buyer.id,
  ])
})
afterAll(() => shop.close())

test('a transfer goes from cash on delivery to the bank, with charges and differences, and a difference that finds its order follows', async () => {
  await delivered('2026-11-02', 'DL1')
  const other = await delivered('2026-11-02', 'DL2')
  const rows = rowsOf([
    { tracking: 'DL1', collected: 336, charges: 30.5 },
    { tracking: 'WRONG', collected: 336, charges: 0 },
  ])
  await at('2026-11-10', BOOK, ['Delhivery & Co', 'AXIS1', '2026-11-09', 629.5, 10, rows])
  // the same file again books nothing, and so is no second voucher
  await at('2026-11-11', BOOK, ['Delhivery & Co', 'AXIS1', '2026-11-09', 629.5, 10, rows])
  const first = (await vouchers()).filter(({ number }) => /^[TD]\//.test(number))
  expect(first).toMatchObject([
    { type: 'Receipt', lines: [['Bank', 62_950], ['Courier charges', 4050], ['Courier differences', -33_400], ['Cash on delivery', -33_600]] },
  ]) // prettier-ignore

  const [line] = await shop.sql<{ id: string }>("select id from public.remittance_lines where tracking_number = 'WRONG'")
  await at('2026-11-15', 'select public.settle_remittance_line($1, $2, $3)', [line?.id, other, 'Typing error of the courier'])
  const after = (await vouchers()).filter(({ number }) => /^[TD]\//.test(number))
  expect(after).toEqual([
    first[0],
    { type: 'Journal', number: expect.stringMatching(/^D\/\w{8}$/) as string, lines: [['Courier differences', 33_600], ['Cash on delivery', -33_600]] },
  ]) // prettier-ignore
  // both orders are settled, the courier has nothing left, and ₹2 are missing
  expect(ledgerSums(await vouchers())).toMatchObject({ Bank: 62_950, 'Courier charges': 4050, 'Courier differences': 200 })
  expect(ledgerSums(await vouchers())).not.toHaveProperty('Cash on delivery')
  expect(ledgerSums(await vouchers())).not.toHaveProperty('Online customers')
})

test('a difference that is only explained stays in its ledger', async () => {
  const before = await vouchers()
  await at('2026-11-16', BOOK, ['DTDC', 'D1', '2026-11-16', 0, 0, rowsOf([{ tracking: 'NOBODY', collected: 90, charges: 90 }])])
  const [line] = await shop.sql<{ id: string }>("select id from public.remittance_lines where tracking_number = 'NOBODY'")
  await at('2026-11-17', 'select public.settle_remittance_line($1, null, $2)', [line?.id, 'Their error'])
  const added = (await vouchers()).filter(({ number }) => before.every((one) => one.number !== number))
  expect(added).toMatchObject([
    {
      type: 'Journal',
      lines: [
        ['Courier charges', 9000],
        ['Courier differences', -9000],
      ],
    },
  ])
})

test('store credit by hand is a journal; given, spent and taken leave what the shop owes', async () => {
  await at('2026-11-18', 'select public.change_store_credit($1, 150, $2)', [buyer.id, 'Late parcel'])
  await at('2026-11-19', 'select public.change_store_credit($1, -20, $2)', [buyer.id, 'Paid out'])
  const [given, taken] = (await vouchers()).filter(({ lines }) => lines.some(([ledger]) => ledger === 'Store credit given'))
  expect(given).toMatchObject({
    type: 'Journal',
    lines: [
      ['Store credit given', 15_000],
      ['Store credit', -15_000],
    ],
  })
  expect(taken).toMatchObject({
    type: 'Journal',
    lines: [
      ['Store credit given', -2000],
      ['Store credit', 2000],
    ],
  })
  expect(await (await fileOf('tally-vouchers')).text()).toContain('<NARRATION>Store credit given by hand, Meera Nair: Late parcel</NARRATION>')
  // it is spent: a journal of the order
  await shop.fillCart(buyer, { [await shop.product({ price: 118 })]: 1 })
  const placed = await order(buyer, { shipping: { ...SHIPPING, email: buyer.email }, store_credit: 130 })
  expect(placed.status).toBe(200)
  const spent = 'select id from public.payments where order_id = $1'
  await shop.sql(`update private.payment_moments set received_at = '2026-11-20T06:00:00Z' where payment_id in (${spent})`, [placed.body.order.id])
  const [{ balance } = { balance: null }] = await shop.sql<{ balance: string }>('select balance from public.store_credit_balances where user_id = $1', [
    buyer.id,
  ])
  expect(balance).toBe('0.00')
  expect(ledgerSums(await vouchers())).not.toHaveProperty('Store credit')
})

test('every voucher is balanced, its ledgers are in the other file, and preview and day book have the same sums', async () => {
  const all = await vouchers()
  for (const voucher of all) expect(voucherSum(voucher), voucher.number).toBe(0)
  const masters = await (await fileOf('tally-ledgers')).text()
  for (const ledger of all.flatMap(({ lines }) => lines.map(([name]) => name))) expect(masters).toContain(`<LEDGER NAME="${ledger}"`)
  expect(await (await fileOf('preview')).json()).toMatchObject({
    entries: 5,
    couriers: { cleared: 672, to_bank: 629.5, charges: 130.5, difference: -88 },
    credit_by_hand: 130,
  })
  const [head = '', ...rows] = (await (await fileOf('day-book')).text()).trim().split('\r\n')
  expect(head.endsWith(',Courier paid out,To bank,Courier charges,Courier difference,Store credit by hand')).toBe(true)
  const sums = [0, 0, 0, 0, 0]
  for (const row of rows.filter((line) => line.includes('Total of the day'))) row.split(',').slice(-5).forEach((cell, place) => (sums[place] = (sums[place] ?? 0) + Number(cell))) // prettier-ignore
  expect(sums).toEqual([672, 629.5, 130.5, -88, 130])
})

test('small pages read the same, and too many entries are refused', async () => {
  const context = shop.context(staff)
  const whole = await readAccounts(context, staff.id, range)
  expect(whole.entries.map(({ kind }) => kind)).toEqual(['transfer', 'settlement', 'transfer', 'credit', 'credit'])
  expect(await readAccounts(context, staff.id, range, undefined, 1)).toEqual(whole)
  await expect(readAccounts(context, staff.id, range, 4)).rejects.toThrow(TooManyEntries)
})
