import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATEGORY, CHILD_CATEGORY, ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  // Thirty orders an hour apart, inserted without triggers; names and words as the triggers would write them.
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query(
    `with made as (insert into public.orders (user_id, status, full_name, company_name, address, city, state, pincode, email, phone, place_of_supply, seller_state,
         prices_include_gst, goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
       select $1, (array['pending', 'processing', 'shipped', 'delivered', 'cancelled'])[1 + g % 5], 'Buyer ' || g, case when g % 3 = 0 then 'Salon 100%_' || g end, '1', 'Pune',
         case when g = 7 then 'Kerala' else 'Maharashtra' end, '411001', 'a@b.in', '+91 98450 ' || lpad(g::text, 5, '0'), '27', '27', true, 118, 100, 18, 9, 9, 0, 118 ,
         case when g % 2 = 0 then 'cod' else 'upi' end, case when g % 5 = 4 then 'refund_due' when g % 2 = 0 then 'cod_pending' else 'paid' end,
         '2026-01-10T00:00:00+05:30'::timestamptz - make_interval(hours => g) from generate_series(1, 30) g returning id, full_name, company_name, phone)
     , words as (insert into private.order_words select id, private.words_of(full_name, company_name, phone) from made)
     insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
     select id, case when full_name = 'Buyer 3' then $2::uuid end, 'Old goods', 1, 118, 100, 18, 9, 9, 0, 118 from made`,
    [PEOPLE.other, PRODUCT.draft],
  )
  await shop.owner.query("set session_replication_role = 'origin'")
})
afterAll(() => shop.close())

type Row = { id: string; full_name: string; created_at: string; total_amount: string } & Record<string, unknown>
const list = async (
  db: Scratch,
  filters: Record<string, unknown> = {},
  more: { sort?: string; ascending?: boolean; cursor?: unknown[]; backwards?: boolean; limit?: number } = {},
) => {
  await db.as('admin')
  const { sort = 'placed', ascending = false, cursor = null, backwards = false, limit = 100 } = more
  return (await db.rows('select o.*, o.created_at::text as created_at from public.admin_orders($1, $2, $3, $4, $5, $6) o', [
    JSON.stringify(filters),
    sort,
    ascending,
    cursor === null ? null : JSON.stringify(cursor),
    backwards,
    limit,
  ])) as Row[]
}
const names = (rows: Row[]) => rows.map(({ full_name }) => full_name)
const numbers = (rows: Row[]) => names(rows).map((name) => Number(name.replace('Buyer ', '')))

describe('the list of orders', () => {
  test('is for admins only', async () => {
    await shop.scratch(async (db) => {
      for (const person of ['customer', 'visitor', 'orderService', 'mailer'] as const) {
        await db.as(person)
        for (const call of ['public.admin_orders()', 'public.order_queue_counts()', `public.order_timeline('${ORDER}')`])
          expect((await db.refused(`select ${call}`)).code).toBe('42501')
      }
      expect(await list(db)).toHaveLength(32)
    })
  })

  test('steps of the same time are listed in the order in which they are taken', async () => {
    await shop.scratch(async (db) => {
      await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
      await db.run("update public.orders set status = 'shipped', courier = 'Delhivery', tracking_number = 'DL1' where id = $1", [ORDER])
      await db.run("update public.orders set status = 'delivered' where id = $1", [ORDER])
      // ids in the reverse order of the steps
      await db.run(
        `update public.order_status_history set created_at = now(), id = (case status when 'pending' then '4' when 'processing' then '3' when 'shipped' then '2' else '1' end
          || '0000000-0000-4000-8000-000000000000')::uuid where order_id = $1`,
        [ORDER],
      )
      await db.as('admin')
      const steps = await db.rows(`select data ->> 'status' as status from public.order_timeline($1) where kind = 'step'`, [ORDER])
      expect(steps.map(({ status }) => status)).toEqual(['pending', 'processing', 'shipped', 'delivered'])
    })
  })

  test('is read in pages, forwards and backwards, in both sorts and directions, and omits nothing', async () => {
    await shop.scratch(async (db) => {
      for (const sort of ['placed', 'total']) {
        for (const ascending of [false, true]) {
          const all = (await list(db, {}, { sort, ascending })).map(({ id }) => id)
          const seen: string[] = []
          let cursor: unknown[] | undefined
          let page: Row[]
          do {
            page = await list(db, {}, { sort, ascending, limit: 7, ...(cursor ? { cursor } : {}) })
            seen.push(...page.map(({ id }) => id))
            const last = page.at(-1)
            cursor = last ? [sort === 'placed' ? last.created_at : last.total_amount, last.id] : undefined
          } while (page.length === 7)
          expect(seen).toEqual(all)
          const [, , third] = await list(db, {}, { sort, ascending, limit: 3 })
          const before = await list(
            db,
            {},
            { sort, ascending, backwards: true, cursor: [sort === 'placed' ? third?.created_at : third?.total_amount, third?.id] },
          )
          expect(before.map(({ id }) => id)).toEqual(all.slice(0, 2).toReversed()) // the nearest first
        }
      }
    })
  })

  test.each<[Record<string, unknown>, number[]]>([
    [{ status: ['processing'], from: '2026-01-09' }, [1, 6, 11, 16, 21]],
    [{ status: ['shipped', 'delivered'], method: ['cod'], to: '2026-01-08' }, [28]],
    [{ payment: ['refund_due'] }, [4, 9, 14, 19, 24, 29]],
    [{ state: ['Kerala'] }, [7]],
    [{ from: '2026-01-09', to: '2026-01-09', status: ['pending'] }, [5, 10, 15, 20]],
    [{ product: PRODUCT.draft }, [3]],
    [{ customer: PEOPLE.other, sales: true, to: '2026-01-08' }, [25, 26, 27, 28]],
    [{ search: 'buyer 30' }, [30]],
    [{ search: 'SALON 100%_9' }, [9]],
    [{ search: '100%' }, [3, 6, 9, 12, 15, 18, 21, 24, 27, 30]],
    [{ search: '98450 00012' }, [12]],
    [{ search: '09845000012' }, [12]],
    [{ search: 'buyer 3', status: ['delivered'] }, [3]],
    [{ search: "'); drop table public.orders; --" }, []],
    [{ search: 'nobody at all' }, []],
  ])('narrowed by %j', async (filters, expected) => {
    await shop.scratch(async (db) => expect(numbers(await list(db, filters))).toEqual(expected))
  })

  const days = async (db: Scratch, filters: Record<string, unknown>, dayFilters: Record<string, unknown> | null, limit = 100) => {
    await db.as('admin')
    return await db.rows(
      `select full_name as name, day_orders as orders, day_cancelled as cancelled, day_total::text as total
       from public.admin_orders($1, 'placed', false, null, false, $2, $3)`,
      [JSON.stringify(filters), limit, dayFilters === null ? null : JSON.stringify(dayFilters)],
    )
  }

  test('each row has the figures of its Indian day within the filters, of the whole day however short the page is', async () => {
    await shop.scratch(async (db) => {
      // Orders 1 to 24 are of 9 January in India, the first of them on the 8th in UTC; 25 to 30 of the 8th. Every fifth from 4 on is cancelled.
      await db.run("update public.orders set goods_total = 118.37, subtotal_base = 100.37, total_amount = 118.37 where full_name = 'Buyer 2'")
      const past = { from: '2026-01-01', to: '2026-01-31' }
      const ninth = { orders: 24, cancelled: 5, total: '2242.37' }
      expect(await days(db, past, past, 2)).toEqual([
        { name: 'Buyer 1', ...ninth },
        { name: 'Buyer 2', ...ninth },
      ])
      const all = await days(db, past, past)
      expect(all.filter((row) => row['total'] === ninth.total)).toHaveLength(24)
      expect(all.at(-1)).toEqual({ name: 'Buyer 30', orders: 6, cancelled: 1, total: '590.00' })
      const kerala = { ...past, search: 'buyer 1', status: ['cancelled', 'shipped'] }
      expect(await days(db, kerala, kerala, 1)).toEqual([{ name: 'Buyer 12', orders: 4, cancelled: 2, total: '236.00' }])
    })
  })

  test('rows that are read again by their ids have the figures of the list, also of a day that no longer has any', async () => {
    await shop.scratch(async (db) => {
      const [first] = await list(db, { to: '2026-01-31' }, { limit: 1 })
      const again = { ids: [first?.id] }
      expect(await days(db, again, { state: ['Kerala'] })).toEqual([{ name: 'Buyer 1', orders: 1, cancelled: 0, total: '118.00' }])
      expect(await days(db, again, { state: ['Goa'] })).toEqual([{ name: 'Buyer 1', orders: 0, cancelled: 0, total: '0' }])
      expect(await days(db, again, null)).toEqual([{ name: 'Buyer 1', orders: null, cancelled: null, total: null }])
    })
  })

  test('a category contains the products of its subcategories', async () => {
    await shop.scratch(async (db) => {
      await db.run('update public.products set category_id = $1 where id = $2', [CHILD_CATEGORY, PRODUCT.cream])
      expect((await list(db, { category: CHILD_CATEGORY })).map(({ id }) => id)).toEqual([ORDER])
      const old = (await list(db, { product: PRODUCT.draft })).map(({ id }) => id)
      expect(new Set((await list(db, { category: CATEGORY })).map(({ id }) => id))).toEqual(new Set([ORDER, OTHER_ORDER, ...old]))
    })
  })

  test('an order is found by the beginning of its id, its whole invoice number or its last digits, and its bank reference', async () => {
    await shop.scratch(async (db) => {
      await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
      await db.run("update public.payments set provider_reference = '431022561890' where order_id = $1", [ORDER])
      const [{ serial } = { serial: '' }] = (await db.rows('select serial from public.documents where order_id = $1', [ORDER])) as { serial: string }[]
      for (const search of [
        ORDER,
        `#${ORDER.slice(0, 30)}`,
        ORDER.toUpperCase(),
        serial,
        serial.toLowerCase(),
        String(Number(serial.slice(-6))),
        '431022561890',
      ]) {
        expect(
          (await list(db, { search })).map(({ id }) => id),
          search,
        ).toContain(ORDER)
      }
      expect((await list(db, { search: serial }))[0]).toMatchObject({
        invoices: serial,
        credit_notes: null,
        reference: '431022561890',
        units: 2,
        goods: ['2 × Goods'],
      })
    })
  })

  test('a placed order is found by its buyer, an erased one is not', async () => {
    await shop.scratch(async (db) => {
      expect((await list(db, { search: 'asha 98765' })).length).toBe(2)
      await db.as('admin')
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [ORDER])
      await db.as('owner')
      await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
      expect((await list(db, { search: 'asha' })).map(({ id }) => id)).toEqual([OTHER_ORDER])
    })
  })

  test('an unknown sort or filter is refused', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect((await db.refused("select public.admin_orders('{}', 'id')")).code).toBe('22023')
      expect((await db.refused(`select public.admin_orders('{"from": "tomorrow''s"}')`)).code).toMatch(/^22/)
    })
  })
})

test('the queue counts are those of the dashboard', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const [row] = await db.rows('select public.order_queue_counts() as queues, public.admin_dashboard() as board')
    const { queues, board } = row as { queues: Record<string, number>; board: Record<string, { count: number }> }
    for (const queue of ['accept', 'verify', 'ship', 'collect', 'refund']) expect(queues[queue], queue).toBe(board[queue]?.count)
    expect(queues).toMatchObject({ accept: 8, ship: 6, shipped: 6, refund: 6 })
  })
})

test('the timeline of an order is its steps, changes, payments, mails and notes in one order of time, with who did it', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const later = (minutes: number) => db.run("select set_config('shop.as_of', (now() + make_interval(mins => $1))::text, true)", [minutes])
    await later(1)
    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    await later(2)
    await db.run("update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = $1", [ORDER])
    await db.run("update public.orders set tracking_number = 'D2' where id = $1", [ORDER])
    await db.run("insert into public.order_notes (order_id, body) values ($1, 'Fragile')", [ORDER])
    await later(3)
    await db.run("update public.orders set status = 'delivered' where id = $1", [ORDER])
    await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
    const rows = await db.rows('select kind, actor, actor_name, data from public.order_timeline($1)', [ORDER])
    const of = (kind: string) => rows.filter((row) => row['kind'] === kind).map((row) => row['data'] as Record<string, unknown>)
    expect(of('step').map(({ status }) => status)).toEqual(['pending', 'processing', 'shipped', 'delivered'])
    expect(of('change').map(({ changes }) => changes)).toContainEqual({ tracking_number: ['D1', 'D2'] })
    expect(of('payment').map(({ changes }) => changes)).toEqual([{ state: ['cod_pending', 'paid'] }])
    expect(new Set(of('mail').map(({ mail, order_status: about }) => `${String(mail)} ${String(about)}`))).toEqual(
      new Set(['order_placed pending', 'order_status processing', 'order_status shipped', 'order_status delivered']),
    )
    expect(of('note')).toMatchObject([{ body: 'Fragile', mine: true }])
    expect(rows.find((row) => row['kind'] === 'note')).toMatchObject({ actor: PEOPLE.admin, actor_name: 'admin' })
    expect(JSON.stringify(rows)).not.toContain('asha@example.in')
  })
})
