import { afterAll, beforeAll, expect, test } from 'vitest'
import { cover, day, inScratch, NOW, SOURCES } from './analytics-calls.ts'
import type { CoverRow } from './analytics-calls.ts'
import { groupsOf, indianDay, placedIn, readLedger } from './analytics-rows.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test.each(SOURCES)('days of stock follow from the sales, and stock without a sale for ninety days is dead, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
    const ledger = await readLedger(db, NOW)
    const goods = (await db.rows('select id, sku, stock, base_price, status, created_at from public.products')) as {
      id: string
      sku: string
      stock: number
      base_price: string
      status: string
      created_at: Date
    }[]
    const dayNumber = (text: string) => Date.parse(text) / 86_400_000
    await db.as('admin')
    for (const days of [day('2028-02-01', '2028-03-01'), day('2027-03-02', '2028-03-01'), day('2028-03-01'), day('2027-05-01', '2027-07-31')]) {
      const sold = groupsOf(ledger, placedIn(ledger, days), 'product_id')
      const lately = groupsOf(ledger, placedIn(ledger, day('2027-12-03', '2028-03-01')), 'product_id') // 90 days including today
      const rows = goods
        .map((product) => {
          const units = sold.get(product.id)?.units ?? 0
          const born = indianDay(product.created_at)
          const length = Math.max(dayNumber(days.to) - Math.max(dayNumber(days.from), dayNumber(born)) + 1, 1)
          const left = units === 0 ? null : Math.floor((product.stock * length) / units)
          const dead = product.stock > 0 && !lately.has(product.id) && born < '2027-12-03'
          const money = Math.round(product.stock * Number(product.base_price) * 100)
          return { id: product.id, sku: product.sku, status: product.status, stock: product.stock, units, days: length, days_left: left, money, dead }
        })
        .filter(({ stock, units }) => stock > 0 || units > 0)
      const soon = rows.filter(({ status, days_left: left }) => status === 'active' && left !== null && left <= 14)
      const dead = rows.filter((row) => row.dead)
      const money = (some: typeof rows) => some.reduce((all, row) => all + row.money, 0) / 100
      const answer = await cover(db, days)
      expect(answer, days.from).toMatchObject({ soon: soon.length, out: soon.filter(({ stock }) => stock === 0).length, dead: dead.length, all: rows.length })
      expect([answer.money, answer.dead_money]).toEqual([money(rows), money(dead)])
      const plain = (some: typeof rows) => new Map(some.map((row) => [row.id, { ...row, dead: undefined, money: row.money / 100 }]))
      const got = (some: CoverRow[]) => new Map(some.map(({ id, ...row }) => [id, { id, ...row }]))
      const shown = (some: Map<string, object>) =>
        [...some]
          .map(([id, row]) => [id, { ...row, name: undefined, cost: undefined, image_url: undefined }] as const)
          .toSorted(([a], [b]) => a.localeCompare(b))
      expect(shown(got(answer.rows))).toEqual(shown(plain(rows)))
      expect(shown(got((await cover(db, days, 'soon')).rows))).toEqual(shown(plain(soon)))
      expect(shown(got((await cover(db, days, 'dead', 14, 'money', false)).rows))).toEqual(shown(plain(dead)))
      expect(dead.length, 'the test has dead stock').toBeGreaterThan(0)
    }
  })
})
