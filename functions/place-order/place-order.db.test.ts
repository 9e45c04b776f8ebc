import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quote } from '#domain/quote/testing/plain-quote.ts'
import { toRupees } from '#domain/money/money.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { chargesTotal } from '#domain/quote/charges.ts'
import { createDatabase } from '#server/testing/database.ts'
import { home, orderingIn, resetSettings, shipping } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
})
afterAll(() => shop.close())
beforeEach(() => resetSettings(shop))

const { order, count, stockOf } = orderingIn(() => shop)

describe('an order placed', () => {
  test('counts shades of a family together for the bulk price where the family says so, and names the shade in every line', async () => {
    const buyer = await shop.person()
    const [family] = await shop.sql("insert into public.product_families (name, options, mixed_tiers) values ('Velvet', '{Shade}', true) returning id")
    const values = await shop.sql(
      "insert into public.product_family_values (family_id, option, position, name) values ($1, 1, 1, 'Ruby'), ($1, 1, 2, 'Coral') returning id",
      [family?.['id']],
    )
    const tiers = JSON.stringify([{ min_quantity: 6, discount_percent: 10 }])
    const shade = (place: number) => shop.product({ name: '-', family_id: family?.['id'], value_1: values[place]?.['id'], pricing_tiers: tiers })
    await shop.fillCart(buyer, { [await shade(0)]: 5, [await shade(1)]: 1 })

    const { status, body } = await order(buyer, { expected_total: 640 })
    expect(status).toBe(200)
    const lines = await shop.sql('select product_name, quantity, unit_price from public.order_items where order_id = $1 order by quantity', [body.order.id])
    expect(lines).toMatchObject([
      { product_name: 'Velvet – Coral', quantity: 1, unit_price: '90.00' },
      { product_name: 'Velvet – Ruby', quantity: 5, unit_price: '90.00' },
    ])
  })

  test('stores the quote to the paisa, takes stock, empties the cart and writes all its rows', async () => {
    const buyer = await shop.person()
    const lipstick = await shop.product({
      name: 'Laali Lipstick',
      sku: 'LAALI-1',
      price: 149,
      mrp: 199,
      pricing_tiers: JSON.stringify([{ min_quantity: 6, discount_percent: 12 }]),
    })
    const mask = await shop.product({ name: 'नूर उबटन', sku: 'NOOR-1', price: 199, retail_price: 187.35, hsn: '3304' })
    await shop.fillCart(buyer, { [lipstick]: 6, [mask]: 1 })

    const { status, body } = await order(buyer, { expected_total: 1074.07 })
    expect(status).toBe(200)
    expect(body).toEqual({
      order: { id: expect.any(String), status: 'pending', subtotal_base: 825.48, total_gst: 148.59, shipping_cost: 100, total_amount: 1074.07 },
      payment: { method: 'cod', state: 'cod_pending' },
    })

    const [row] = await shop.sql('select * from public.orders where id = $1', [body.order.id])
    expect(row).toMatchObject({
      user_id: buyer.id,
      status: 'pending',
      full_name: 'Meera Nair',
      company_name: 'Looks by Meera',
      gstin: '29ABCDE1234F1ZW',
      state: 'Karnataka',
      place_of_supply: '29',
      seller_state: '27',
      prices_include_gst: true,
      goods_total: '974.07',
      discount_total: '0.00',
      subtotal_base: '825.48',
      total_gst: '148.59',
      cgst: '0.00',
      sgst: '0.00',
      igst: '148.59',
      shipping_cost: '100.00',
      total_amount: '1074.07',
      payment_method: 'cod',
      payment_state: 'cod_pending',
    })
    expect(row?.['charges']).toEqual([{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 }])
    const items = await shop.sql('select * from public.order_items where order_id = $1 order by sku', [body.order.id])
    expect(items).toMatchObject([
      {
        product_id: lipstick,
        product_name: 'Laali Lipstick',
        sku: 'LAALI-1',
        quantity: 6,
        unit_price: '131.12',
        total: '786.72',
        taxable: '666.71',
        igst: '120.01',
        rate: '18.00',
      },
      { product_id: mask, product_name: 'नूर उबटन', hsn: '3304', quantity: 1, unit_price: '187.35', total: '187.35', taxable: '158.77', igst: '28.58' },
    ])
    expect(await stockOf(lipstick)).toBe(94)
    expect(await count('public.cart_items', 'user_id = $1', [buyer.id])).toBe(0)
    expect(await shop.sql('select quantity, reason from public.stock_movements where order_id = $1 order by quantity', [body.order.id])).toMatchObject([
      { quantity: -6 },
      { quantity: -1 },
    ])
    expect(await shop.sql('select method, state, amount from public.payments where order_id = $1', [body.order.id])).toEqual([
      { method: 'cod', state: 'cod_pending', amount: '1074.07' },
    ])
    expect(await shop.sql('select status, created_by from public.order_status_history where order_id = $1', [body.order.id])).toEqual([
      { status: 'pending', created_by: buyer.id },
    ])
    expect(await count('public.notifications', "user_id = $1 and type = 'order_update'", [buyer.id])).toBe(1)
    expect(await count('private.mails', "kind = 'order_placed' and data::text like '%' || $1 || '%'", [body.order.id])).toBe(1)
  })

  test('of a shop without a GSTIN contains no GST in any setting, and costs what is shown', async () => {
    await shop.sql('update public.settings set gstin = null, prices_include_gst = false, forced_gst_percent = 18')
    const buyer = await shop.person()
    const lipstick = await shop.product({ name: 'Laali', price: 118 })
    await shop.fillCart(buyer, { [lipstick]: 2 })
    const { status, body } = await order(buyer)
    expect(status).toBe(200)
    const [row] = await shop.sql('select * from public.orders where id = $1', [body.order.id])
    expect(row).toMatchObject({
      prices_include_gst: true,
      goods_total: '236.00',
      subtotal_base: '236.00',
      total_gst: '0.00',
      igst: '0.00',
      shipping_cost: '100.00',
      charges: [{ kind: 'delivery', amount: 100, taxable: 100, gst: 0 }],
      total_amount: '336.00',
    })
    expect(await shop.sql('select rate, taxable, total from public.order_items where order_id = $1', [body.order.id])).toEqual([
      { rate: '0.00', taxable: '236.00', total: '236.00' },
    ])
  })

  test('costs what the quote on the screen says, for any cart', async () => {
    const [settingsRow] = await shop.sql('select * from public.settings')
    for (const [state, rates, prices] of [
      ['Maharashtra', null, true],
      ['Karnataka', 18, false],
      ['Maharashtra', 18, false],
    ] as const) {
      await shop.sql('update public.settings set forced_gst_percent = $1, prices_include_gst = $2', [rates, prices])
      const buyer = await shop.person()
      const products = [
        { price: 33.33, gst_percent: 5, stock: 100 },
        { price: 17.01, gst_percent: 18, stock: 100, pricing_tiers: JSON.stringify({ a: { min_quantity: 3, discount_percent: 7.5 } }) },
        { price: 0.99, gst_percent: 0, stock: 100 },
      ]
      const quantities: Record<string, number> = {}
      const lines = []
      for (const [index, columns] of products.entries()) {
        const productId = await shop.product(columns)
        quantities[productId] = 3 + index
        lines.push({
          productId,
          quantity: 3 + index,
          product: {
            name: '',
            sku: '',
            hsn: null,
            unit: 'NOS',
            retail_price: null,
            mrp: null,
            min_order_quantity: 1,
            pricing_tiers: null,
            tier_group: null,
            ...columns,
          },
        })
      }
      await shop.fillCart(buyer, quantities)
      const shown = quote({ lines, settings: { ...readSettings(settingsRow ?? {}), forcedGstPercent: rates, pricesIncludeGst: prices }, deliveryState: state })
      const { body } = await order(buyer, { shipping: { ...shipping, state, ...(state === 'Maharashtra' ? home : {}) }, expected_total: toRupees(shown.total) })
      expect(body.order).toMatchObject({
        subtotal_base: toRupees(shown.subtotalBase),
        total_gst: toRupees(shown.totalGst),
        shipping_cost: toRupees(chargesTotal(shown.charges)),
        total_amount: toRupees(shown.total),
      })
    }
  })

  test('to be paid by UPI has a link with its exact amount', async () => {
    await shop.sql("update public.settings set upi_vpa = 'shringar@bank', store_name = 'Shringar'")
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product({ price: 1500 })]: 1 })
    const { body } = await order(buyer, { payment_method: 'upi' })
    expect(body.payment).toMatchObject({ method: 'upi', state: 'awaiting_payment' })
    const link = new URL(body.payment.upi_uri ?? '')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      pa: 'shringar@bank',
      pn: 'Shringar',
      am: '1500.00',
      cu: 'INR',
      tr: body.order.id.replaceAll('-', ''),
    })
  })
})
