/** A shop with staff who enter manual orders, for tests; opened by a call at the top of a test file. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { FunctionContext } from '../context.ts'
import { openShop } from './shop.ts'
import type { Person, TestShop } from './shop.ts'
import { createManualOrder } from '../manual-order/create-manual-order.ts'
import { quoteManualOrder } from '../manual-order/quote-manual-order.ts'

export let shop: TestShop
export let admin: Person
export let owner: Person
export let meena: Person

export const address = {
  full_name: 'Meena Kulkarni',
  phone: '9822000164',
  address: 'Shop 4, Laxmi Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411030',
}
export const UTR = () => `${Math.floor(Math.random() * 9e11) + 1e11}`

/** @param createDatabase creates a migrated database; passed in, because functions/ may not import server/ */
export function openManualOrders(createDatabase: () => Promise<Parameters<typeof openShop>[0]>): void {
  beforeAll(async () => {
    shop = openShop(await createDatabase())
    ;[admin, owner, meena] = (await shop.people(3)) as [Person, Person, Person]
    await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager'), ($2, 'owner')", [admin.id, owner.id])
    await shop.sql("update public.profiles set full_name = 'Meena Kulkarni', company_name = 'Glow Studio', phone = '9822000164' where id = $1", [meena.id])
  })
  afterAll(() => shop.close())
  beforeEach(() =>
    shop.sql(`update public.settings set cod_enabled = true, upi_vpa = 'shop@bank', forced_gst_percent = 18, prices_include_gst = true, state_code = '27', city = 'Mumbai',
      pincode = '400002', gstin = '27ABCDE1234F1Z0'`),
  )
}

type Answer = {
  status: number
  body: Record<string, unknown> & {
    order?: { id: string; status: string; total_amount: number }
    lines?: Record<string, unknown>[]
    totals?: Record<string, unknown>
  }
}
export async function call(work: typeof createManualOrder, person: Person | null, body: unknown, context: Partial<FunctionContext> = {}): Promise<Answer> {
  const request = new Request('http://shop.example/functions/v1/x', { method: 'POST', body: JSON.stringify(body) })
  const answer = await work(request, { ...shop.context(person), ...context })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
export const telephone = (lines: object[], changes: Record<string, unknown> = {}) => ({
  idempotency_key: randomUUID(),
  channel: 'telephone',
  buyer: { ...address, user_id: meena.id },
  lines,
  delivery: 'rule',
  payment: { method: 'cod' },
  ...changes,
})
export const counter = (lines: object[], changes: Record<string, unknown> = {}) => ({
  ...telephone(lines),
  channel: 'counter',
  buyer: {},
  delivery: 'collected',
  payment: { method: 'cash' },
  hand_over: true,
  ...changes,
})
/** Like the screen: first the quote, then the order with its total. */
export async function make(body: Record<string, unknown>, person: Person = admin): Promise<Answer> {
  const quoted = await call(quoteManualOrder, person, body)
  expect(quoted.status).toBe(200)
  return call(createManualOrder, person, { ...body, expected_total: quoted.body.totals?.['total_amount'] })
}
export const rows = <R extends Record<string, unknown>>(text: string, ...values: unknown[]) => shop.sql<R>(text, values)
export const stockOf = async (id: string) => (await rows<{ stock: number }>('select stock from public.products where id = $1', id))[0]?.stock
export const everything = async () =>
  (
    await rows(
      `select (select count(*) from public.orders) as orders, (select count(*) from public.order_items) as items, (select count(*) from public.payments) as payments,
         (select count(*) from public.stock_movements) as movements, (select count(*) from public.documents) as documents, (select count(*) from private.mails) as mails,
         (select count(*) from public.order_overrides) as overrides, (select count(*) from private.order_requests) as keys, (select sum(stock) from public.products) as stock,
         (select count(*) from public.notifications) as bells, (select count(*) from public.audit_log) as log, (select coalesce(sum(last_number), 0) from private.serial_counters) as serials,
         (select count(*) from public.discount_redemptions) as uses`,
    )
  )[0]
