import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { TestDatabase } from '#server/testing/database.ts'
import { loadDemo } from './load.ts'
import { PRODUCTS } from './products/products.ts'

let database: TestDatabase
let client: Client
const stored: string[] = []
const rows = async (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> => (await client.query<Record<string, unknown>>(text, values)).rows
const world = {
  size: 'small' as const,
  query: rows,
  putObject: async (bucket: string, key: string, bytes: Uint8Array, contentType: string) => {
    if (bytes.length > 0) stored.push(`${bucket}/${key} ${contentType}`)
  },
  hashPassword: async (password: string) => `hash of ${password}`,
}

beforeAll(async () => {
  database = await createDatabase('shop')
  client = new Client({ connectionString: database.url })
  await client.connect()
  await loadDemo(world)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('the demo shop', () => {
  it('has the stock of its data, and movements that explain every piece', async () => {
    const goods = await rows('select sku, stock from public.products')
    const said = new Map(PRODUCTS.map(({ sku, stock }) => [sku, stock]))
    expect(goods).toHaveLength(PRODUCTS.length)
    expect(goods.filter(({ sku, stock }) => said.get(String(sku)) !== stock)).toEqual([])
    expect(await rows('select * from private.check_stock_sums()')).toEqual([])
  })

  it('shows every picture, and each is in the storage', async () => {
    const shown = await rows('select image_url from public.products where image_url is not null union select image_url from public.product_images union select image_url from public.categories where image_url is not null union select image_url from public.banner_images union select phone_image_url from public.banner_images')
    const kept = new Set(stored.map((entry) => entry.split(' ')[0]))
    expect(shown.length).toBe(kept.size)
    expect(shown.filter(({ image_url }) => !kept.has(String(image_url)))).toEqual([])
    expect(await rows('select product_id from public.product_images group by product_id having count(*) <> 4 or count(distinct display_order) <> 4')).toEqual([])
    expect(await rows("select p.sku from public.products p join public.product_images i on i.product_id = p.id and i.display_order = 0 where p.image_url <> i.image_url")).toEqual([])
    expect(await rows('select sku from public.products where image_url is null')).toHaveLength(PRODUCTS.filter(({ picture }) => picture === false).length)
  })

  it('has orders in every status, within the State and outside, each with its history and notifications', async () => {
    const [summary] = await rows(`select count(*)::int as orders, count(distinct status)::int as statuses, bool_or(igst > 0) as beyond, bool_or(cgst > 0) as inside,
      bool_or(shipping_cost = 0) as free, bool_or(shipping_cost = 100) as charged from public.orders`)
    expect(summary).toMatchObject({ statuses: 5, beyond: true, inside: true, free: true, charged: true })
    expect(await rows(`select o.id from public.orders o where (select count(*) from public.order_status_history h where h.order_id = o.id) <> (select count(*) from public.notifications n where n.order_id = o.id)
      or not exists (select from public.order_status_history h where h.order_id = o.id and h.status = o.status and h.created_at >= o.created_at and h.created_at <= now())`)).toEqual([])
  })

  it('numbers its invoices by date and reverses the refused one', async () => {
    const serials = await rows("select serial, issued_at from public.documents where kind = 'invoice' order by issued_at")
    const perYear = new Map<string, number>()
    for (const { serial } of serials) {
      const [, year = '', number] = String(serial).split('/')
      const expected = (perYear.get(year) ?? 0) + 1
      expect(Number(number)).toBe(expected)
      perYear.set(year, expected)
    }
    expect(await rows("select 1 from public.documents where kind = 'credit_note'")).toHaveLength(1)
  })

  it('sells nothing before it is in stock', async () => {
    expect(await rows('select p.sku from public.order_items i join public.orders o on o.id = i.order_id join public.products p on p.id = i.product_id where p.created_at >= o.created_at')).toEqual([])
  })

  it('sends no mail', async () => expect(await rows('select * from private.mails')).toEqual([]))

  it('has customers who can sign in: confirmed users with an e-mail identity and a profile', async () => {
    expect(await rows(`select count(*)::int as n from auth.users u join auth.identities i on i.user_id = u.id and i.email = u.email join public.profiles p on p.id = u.id and p.full_name <> ''
      where u.email_confirmed_at is not null and u.encrypted_password like 'hash of %'`)).toEqual([{ n: 3 }])
  })

  it('leaves nothing in the tables if loading fails halfway', async () => {
    const second = await createDatabase('shop')
    const other = new Client({ connectionString: second.url })
    await other.connect()
    try {
      const failing = { ...world, query: async (text: string, values?: unknown[]) => (await other.query<Record<string, unknown>>(text, values)).rows, putObject: () => Promise.reject(new Error('the disk is full')) }
      await expect(loadDemo(failing)).rejects.toThrow('the disk is full')
      expect((await other.query('select 1 from public.products')).rowCount).toBe(0)
      expect((await other.query('select 1 from auth.users')).rowCount).toBe(0)
    } finally {
      await other.end()
      await second.drop()
    }
  })
})
