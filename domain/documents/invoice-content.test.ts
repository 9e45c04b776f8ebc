import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceContent, invoiceContents } from './invoice-content.ts'
import type { ChargeRow, OrderItemRow, OrderRow, DocumentFacts, DocumentFactsV1, DocumentRow } from './invoice-rows.ts'
import { sumOf, toPaise, toDecimal, toRupees } from '../money/money.ts'
import { chargeTax, splitCharge } from '../tax/delivery-gst.ts'
import { withDocuments } from './testing/frozen-order.ts'
import type { Bought } from './testing/frozen-order.ts'
import { bindi, frozen, issued, lipstick, powder, settings } from './testing/kaveri-traders.ts'

describe('the head of the document', () => {
  test('before a number is issued it is a proforma invoice without a number, and says so', () => {
    const content = invoiceContent(...frozen({ lines: [[lipstick, 1]] }), settings, 'invoice')
    expect(content).toMatchObject({ title: 'Proforma invoice', number: null, date: '18 Nov 2026', copies: [], against: null })
    expect(content.notes.join(' ')).toContain('not a tax invoice')
    expect(content.notes.join(' ')).toContain('issued when the shop accepts the order')
  })

  test('of an order cancelled before acceptance it promises no invoice and requests no payment', () => {
    const cancelled = (change: Partial<OrderRow>) =>
      invoiceContent(...frozen({ lines: [[lipstick, 1]] }, { status: 'cancelled', ...change }), settings, 'invoice')
    const unpaid = cancelled({ payment_method: 'upi', payment_state: 'awaiting_payment' })
    expect(unpaid).toMatchObject({ title: 'Proforma invoice', payment: { method: 'UPI', state: 'Nothing was paid' }, upi: null })
    expect(unpaid.notes.join(' ')).not.toContain('accepts the order')
    expect(unpaid.notes.join(' ')).toContain('no invoice was issued')
    expect(cancelled({ payment_method: 'cod', payment_state: 'cod_pending' }).payment?.state).toBe('Nothing was paid')
    expect(cancelled({ payment_method: 'upi', payment_state: 'refund_due' }).payment?.state).toBe('Refund due')
  })

  test('with its number it is a tax invoice of the day of issue in India, in three marked copies', () => {
    const content = invoiceContent(...frozen({ lines: [[lipstick, 1]] }, issued), settings, 'invoice')
    expect(content).toMatchObject({ title: 'Tax invoice', number: 'INV/26-27/000123', date: '21 Nov 2026', reverseCharge: 'No' })
    expect(content.copies).toEqual(['ORIGINAL FOR RECIPIENT', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR SUPPLIER'])
  })

  test.each([
    ['nil-rated goods alone', [bindi], null, 'Bill of supply'],
    ['nil-rated and taxed goods for an unregistered buyer', [bindi, lipstick], null, 'Invoice-cum-bill of supply'],
    ['the same for a registered buyer', [bindi, lipstick], '27ABCDE1234F1Z0', 'Tax invoice'],
  ] as const)('%s', (_, products, gstin, title) => {
    const rows = frozen({ lines: products.map((row) => [row, 2]) }, { ...issued, gstin })
    expect(invoiceContent(...rows, settings, 'invoice').title).toBe(title)
  })

  test('a credit note has its own number and names the invoice; without a number there is nothing to print', () => {
    const documents = [...(issued.documents ?? []), { kind: 'credit_note', serial: 'CN/26-27/000001', issued_at: '2026-11-22T05:00:00Z' }]
    const content = invoiceContent(...frozen({ lines: [[lipstick, 1]] }, { status: 'cancelled', documents }), settings, 'creditNote')
    expect(content).toMatchObject({
      title: 'Credit note',
      number: 'CN/26-27/000001',
      date: '22 Nov 2026',
      against: { number: 'INV/26-27/000123', date: '21 Nov 2026' },
      upi: null,
    })
    expect(() => invoiceContent(...frozen({ lines: [[lipstick, 1]] }, issued), settings, 'creditNote')).toThrow(RangeError)
  })

  test('a registered buyer of both kinds of goods gets two documents, each with its own lines, delivery and credit note, which add up to the order', () => {
    const bought = {
      lines: [
        [bindi, 2],
        [lipstick, 3],
        [powder, 1],
      ] as const,
      to: '29',
      coupon: 1_001,
    }
    const rows = withDocuments(frozen({ ...bought, lines: [...bought.lines] }, { gstin: '29ABCDE1234F1ZW' }), { settings, reason: 'Refused' })
    const [invoice, bill, ...more] = invoiceContents(...rows, settings, 'invoice')
    expect(more).toEqual([])
    expect(invoice).toMatchObject({
      title: 'Tax invoice',
      number: 'INV/26-27/000123',
      heads: [{ name: 'IGST' }],
      lines: [{ description: 'Lipstick' }, { description: 'Face powder' }],
    })
    expect(bill).toMatchObject({ title: 'Bill of supply', number: 'BOS/26-27/000123', heads: [], upi: null, lines: [{ number: 1, description: 'Bindi' }] })
    expect(bill?.amounts).toMatchObject({ gst: 0, charges: [{ rate: 0 }] })
    expect((invoice?.amounts?.total ?? 0) + (bill?.amounts?.total ?? 0)).toBe(toPaise(rows[0].total_amount))
    expect((invoice?.amounts?.discount ?? 0) + (bill?.amounts?.discount ?? 0)).toBe(1_001)
    const notes = invoiceContents(...rows, settings, 'creditNote')
    expect(notes.map(({ against, reason, amounts }) => [against?.title, against?.number, reason, amounts?.total])).toEqual([
      ['Tax invoice', 'INV/26-27/000123', 'Refused', invoice?.amounts?.total],
      ['Bill of supply', 'BOS/26-27/000123', 'Refused', bill?.amounts?.total],
    ])
  })

  test('a shop without a GSTIN issues a bill of supply without tax, over the amount paid', () => {
    const unregistered = { ...settings, gstin: null }
    const rows = withDocuments(frozen({ lines: [[lipstick, 2]] }), { settings: unregistered })
    const content = invoiceContent(...rows, unregistered, 'invoice')
    expect(content).toMatchObject({ title: 'Bill of supply', number: 'BOS/26-27/000123', heads: [] })
    expect(content.amounts).toMatchObject({
      goodsTaxable: 29_800,
      gst: 0,
      total: 39_800,
      summary: [
        { hsn: '3304', tax: 0 },
        { hsn: '', taxable: 10_000 },
      ],
    })
    expect(content.lines[0]?.amounts).toMatchObject({ taxable: 29_800, cgst: 0, sgst: 0, rate: 0 })
  })

  test('an issued document is rendered from its frozen facts, even if settings, order and lines have changed', () => {
    const rows = withDocuments(frozen({ lines: [[lipstick, 2]] }), { settings })
    const [order, items] = rows
    const today = { ...settings, legalName: 'Later Ltd', storeName: 'Later', gstin: null, upiVpa: null, foundedYear: 1999 }
    const changed = [
      { ...order, full_name: 'X', total_amount: 1, email: '', payment_state: 'paid' },
      items.map((item) => ({ ...item, total: 1, hsn: null })),
    ] as const
    expect(invoiceContent(...changed, today, 'invoice')).toEqual(invoiceContent(...rows, settings, 'invoice'))
    expect(invoiceContent(...changed, today, 'packingSlip').recipient.name).toBe('X')
  })

  test('a packing slip shows what to pack and where, and no price at all', () => {
    const content = invoiceContent(...frozen({ lines: [[lipstick, 6]] }, issued), settings, 'packingSlip')
    expect(content).toMatchObject({
      title: 'Packing slip',
      number: null,
      amounts: null,
      upi: null,
      lines: [{ description: 'Lipstick', quantity: 6, unit: 'NOS', amounts: null }],
    })
    expect(JSON.stringify(content)).not.toMatch(/14900|89400|75763/)
  })

  test.each([
    ['cod', 'cod_pending', { method: 'Cash on delivery', state: 'Cash on delivery' }],
    ['upi', 'awaiting_payment', { method: 'UPI', state: 'Awaiting payment' }],
    ['upi', 'awaiting_verification', { method: 'UPI', state: 'Checking payment' }],
    ['upi', 'paid', null],
  ])('a packing slip says that an order is not paid: %s, %s', (payment_method, payment_state, payment) => {
    const [order, items] = frozen({ lines: [[lipstick, 6]] }, issued)
    expect(invoiceContent({ ...order, payment_method, payment_state }, items, settings, 'packingSlip').payment).toEqual(payment)
  })
})

describe('the parties', () => {
  test('the supplier comes from the settings, its State from the order; missing parts leave no blank line', () => {
    const content = invoiceContent(...frozen({ lines: [[lipstick, 1]] }), settings, 'invoice')
    expect(content.supplier).toEqual({
      name: 'Kaveri Traders',
      gstin: '27ABCDE1234F1Z0',
      state: { code: '27', name: 'Maharashtra' },
      lines: ['4 Mint Road', 'Mumbai 400001', 'Maharashtra (27)', '9845012345'],
    })
  })

  test('a shop without GSTIN says so on its documents', () => {
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }), { ...settings, gstin: null }, 'invoice').notes).toContain(
      'The supplier has no GSTIN on record and collects no GST.',
    )
  })

  test('a company is billed under its name, with the person below; the State with its code is always printed', () => {
    const rows = frozen({ lines: [[lipstick, 1]] }, { company_name: 'Rao Salon', gstin: '27ABCDE1234F1Z0' })
    const { recipient } = invoiceContent(...rows, settings, 'invoice')
    expect(recipient).toMatchObject({ name: 'Rao Salon', gstin: '27ABCDE1234F1Z0' })
    expect(recipient.lines).toEqual(['Asha Rao', '12 MG Road', 'Pune 411001', 'Maharashtra (27)', '9845098450', 'asha@example.com'])
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }), settings, 'invoice').recipient.name).toBe('Asha Rao')
  })
})

describe('the UPI code', () => {
  const byUpi = { payment_method: 'upi', payment_state: 'awaiting_payment' }

  test('is for the whole total, with the reference of the order', () => {
    const { upi, amounts } = invoiceContent(...frozen({ lines: [[lipstick, 1]] }, byUpi), settings, 'invoice')
    expect(amounts?.total).toBe(24900)
    expect(upi).toBe('upi://pay?pa=kaveri@bank&pn=Shringar&am=249.00&cu=INR&tn=Order%200b9f6c1e&tr=0b9f6c1e111142228333444455556666')
  })

  test.each([['paid'], ['awaiting_verification'], ['refund_due'], ['refunded']])('is absent once the payment is %s', (payment_state) => {
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }, { ...byUpi, payment_state }), settings, 'invoice').upi).toBeNull()
  })

  test('is absent if the order is paid through Razorpay, which cannot see a transfer', () => {
    const online = { payment_method: 'razorpay', payment_state: 'awaiting_payment' }
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }, online), settings, 'invoice').upi).toBeNull()
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }, { ...online, payment_method: 'upi' }), settings, 'invoice').upi).not.toBeNull()
  })

  test('is absent for cash on delivery: who scans it now would be asked again at the door', () => {
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }, { payment_method: 'cod', payment_state: 'cod_pending' }), settings, 'invoice').upi).toBeNull()
  })

  test('is absent for a cancelled order and for a shop without UPI', () => {
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }, { ...byUpi, status: 'cancelled' }), settings, 'invoice').upi).toBeNull()
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }, byUpi), { ...settings, upiVpa: null }, 'invoice').upi).toBeNull()
  })
})

describe('a document refuses to differ from its order', () => {
  const cart: Bought = {
    lines: [
      [lipstick, 1],
      [powder, 2],
    ],
  }
  test('if a line or a charge is missing, and if the total differs', () => {
    const [order, items] = frozen(cart)
    const refused = (row: OrderRow, rows: OrderItemRow[]) => expect(() => invoiceContent(row, rows, settings, 'invoice')).toThrow(RangeError)
    refused({ ...order, charges: [] }, items)
    refused(order, items.slice(1))
    refused({ ...order, total_amount: '420.01' }, items)
  })

  test('with any number of charges each document adds up, and all documents together equal the total', () => {
    const charge = fc.record({ amount: fc.integer({ min: 0, max: 90_000 }), free: fc.boolean() })
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 4 }), fc.boolean(), fc.constantFrom('27', '29'), (extras, registered, to) => {
        const buyer = registered ? '27ABCDE1234F1Z0' : null
        const bought: Bought = { ...cart, lines: [...cart.lines, [bindi, 3]], to }
        const [bare, items] = frozen(bought, { gstin: buyer })
        const goodsOf = items.map((item) => ({ rate: Number(item.rate), taxable: toPaise(item.taxable) }))
        const charges = extras.map(({ amount, free }, index): ChargeRow => {
          const paid = free ? 0 : amount
          const gst = chargeTax(splitCharge(paid, goodsOf, to !== '27'))
          const name = `charge_${'abcd'[index]}`
          return { kind: name, label: name, cost: toRupees(amount), amount: toRupees(paid), taxable: toRupees(paid - gst), gst: toRupees(gst), rate: null }
        })
        const total = sumOf(items, (item) => toPaise(item.total)) + sumOf(charges, (one) => toPaise(one.amount))
        const rows = withDocuments([{ ...bare, charges, total_amount: toDecimal(total) }, items], { settings })
        const documents = invoiceContents(...rows, settings, 'invoice')
        expect(documents).toHaveLength(registered ? 2 : 1)
        expect(sumOf(documents, ({ amounts }) => amounts?.total ?? 0)).toBe(total)
        for (const { amounts } of documents) {
          expect(sumOf(amounts?.summary ?? [], (row) => row.taxable + row.tax)).toBe(amounts?.total)
          expect((amounts?.goodsTaxable ?? 0) + (amounts?.goodsGst ?? 0) + sumOf(amounts?.charges ?? [], (one) => one.amount)).toBe(amounts?.total)
        }
      }),
    )
  })

  test('facts that were frozen while delivery had its own columns are rendered as before', () => {
    const [order, items] = withDocuments(frozen(cart), { settings })
    const [document] = order.documents
    const content = document?.content as DocumentFacts
    const { charges, ...columns } = content.order
    const [delivery] = charges
    const before = { shipping_cost: delivery?.amount ?? 0, shipping_taxable: delivery?.taxable ?? 0, shipping_gst: delivery?.gst ?? 0 }
    const old: DocumentFactsV1 = { ...content, version: 1, order: { ...columns, ...before } }
    const rendered = invoiceContents({ ...order, documents: [{ ...(document as DocumentRow), content: old }] }, items, settings, 'invoice')
    expect(rendered).toEqual(invoiceContents(order, items, settings, 'invoice'))
    expect(rendered[0]?.amounts?.charges).toMatchObject([{ kind: 'delivery', label: 'Delivery', amount: 10_000 }])
  })
})
