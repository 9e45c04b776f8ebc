import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import type { DocumentType } from '#domain/documents/invoice-content.ts'
import type { OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import type { QuotedProduct } from '#domain/quote/quote.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { frozenOrder, goods, SHOP, withDocuments } from '#domain/documents/testing/frozen-order.ts'
import { renderInvoicePdf } from './render.ts'

const settings = {
  ...DEFAULT_SETTINGS,
  legalName: 'Shringar Trading Company',
  address: '214 Princess Street',
  city: 'Mumbai',
  pincode: '400002',
  gstin: '27ABCDE1234F1Z0',
  email: 'care@shringar.example',
}
const order: OrderRow = {
  ...frozenOrder({ lines: [] })[0],
  id: '7f3c9a2e-1111-4222-8333-444455556666',
  created_at: '2026-11-18T05:12:00Z',
  status: 'processing',
  full_name: 'Meera Nair',
  address: '48, 12th Main',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '9845011234',
  place_of_supply: '29',
  seller_state: '27',
  prices_include_gst: true,
  discount_total: '0',
  subtotal_base: '825.48',
  total_gst: '148.59',
  cgst: '0',
  sgst: '0',
  igst: '148.59',
  charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 }],
  total_amount: '1074.07',
  payment_method: 'cod',
  payment_state: 'cod_pending',
  documents: [{ kind: 'invoice', serial: 'INV/26-27/000123', issued_at: '2026-11-18T10:45:00Z' }],
}
const items: OrderItemRow[] = [
  {
    product_name: 'Laali Lipstick',
    sku: 'LAALI-1',
    hsn: '33049910',
    unit: 'NOS',
    quantity: 6,
    unit_price: '131.12',
    discount: '0',
    taxable: '666.71',
    rate: '18',
    cgst: '0',
    sgst: '0',
    igst: '120.01',
    total: '786.72',
  },
  {
    product_name: 'नूर उबटन ग्लो मास्क',
    sku: 'NOOR-1',
    hsn: '3304',
    unit: 'NOS',
    quantity: 1,
    unit_price: '187.35',
    discount: '0',
    taxable: '158.77',
    rate: '18',
    cgst: '0',
    sgst: '0',
    igst: '28.58',
    total: '187.35',
  },
]
const intraState: Partial<OrderRow> = { state: 'Chandigarh', place_of_supply: '04', seller_state: '04', cgst: '74.30', sgst: '74.29', igst: '0' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shringar-invoice-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Print = { order?: Partial<OrderRow>; items?: OrderItemRow[]; type?: DocumentType; copies?: 'original' | 'all'; settings?: Partial<typeof settings> }

function print(what: Print): Uint8Array {
  const contents = invoiceContents({ ...order, ...what.order }, what.items ?? items, { ...settings, ...what.settings }, what.type ?? 'invoice')
  return renderInvoicePdf(contents, what.copies ?? 'original')
}

/** The text that a reader gets when copying it out of the document (poppler-utils). */
function read(pdf: Uint8Array): string {
  const path = join(folder, 'document.pdf')
  writeFileSync(path, pdf)
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/[ \t]+/g, ' ')
}
const pages = (pdf: Uint8Array) => read(pdf).split('\f').slice(0, -1)

test('every time in the file of an issued document is that of its issue, so that its facts are always the same bytes', () => {
  const timesIn = (what: Print) =>
    [
      ...Buffer.from(print(what))
        .toString('latin1')
        .matchAll(/\(D:(\d{14})/g),
    ].map(([, time]) => time)
  expect(new Set(timesIn({}))).toEqual(new Set(['20261118104500']))
  expect(timesIn({ order: { documents: [] } })).not.toContain('20261118104500')
  expect(Buffer.from(print({})).equals(print({}))).toBe(true)
})

describe('a tax invoice', () => {
  test('contains every particular of rule 46', () => {
    const text = read(print({ order: { gstin: '29ABCDE1234F1ZW', company_name: 'Looks by Meera' } }))
    for (const particular of [
      'Tax invoice',
      'ORIGINAL FOR RECIPIENT',
      'INV/26-27/000123',
      '18 Nov 2026',
      'Shringar Trading Company',
      '214 Princess Street',
      'GSTIN 27ABCDE1234F1Z0',
      'Looks by Meera',
      'GSTIN 29ABCDE1234F1ZW',
      '48, 12th Main',
      'Karnataka (29)',
      'Place of supply',
      'Reverse charge No',
      '33049910',
      'NOS',
      'IGST',
      '18%',
      '₹666.71',
      '₹120.01',
      '₹786.72',
      'Taxable value of goods ₹825.48',
      'Delivery, taxable value ₹84.75',
      'IGST ₹163.84',
      '₹1,074.07',
      'Authorised signatory',
    ])
      expect(text).toContain(particular)
    expect(text).toMatch(/Rupees One Thousand Seventy Four and Seven Paise Only/i)
  })

  test('returns Devanagari and the rupee sign unchanged as text', () => {
    expect(read(print({}))).toContain('नूर उबटन ग्लो मास्क')
  })

  test('within a Union Territory without a legislature names CGST and UTGST with half the rate each', () => {
    const text = read(
      print({ order: intraState, items: items.map((item) => ({ ...item, cgst: Number(item.igst) / 2, sgst: Number(item.igst) / 2, igst: 0 })) }),
    )
    expect(text).toContain('CGST')
    expect(text).toContain('UTGST')
    expect(text).toContain('9%')
    expect(text).not.toContain('IGST')
  })

  test('prints the customer’s input as text, never as markup', () => {
    const hostile = '#panic() *b* _i_ $x$ @ref <a> \\ "q" {c}'
    expect(read(print({ order: { full_name: hostile } }))).toContain(hostile)
  })

  test('prints three marked copies on request, each with its own page numbers', () => {
    const copies = pages(print({ copies: 'all' }))
    expect(copies.map((page) => /(ORIGINAL|DUPLICATE|TRIPLICATE) FOR \w+/.exec(page)?.[0])).toEqual([
      'ORIGINAL FOR RECIPIENT',
      'DUPLICATE FOR TRANSPORTER',
      'TRIPLICATE FOR SUPPLIER',
    ])
    for (const page of copies) expect(page).toContain('Page 1 of 1')
  })

  test('over 200 lines repeats the head of the table on every page and counts the pages of each copy', () => {
    const lines = Array.from({ length: 220 }, (_, index): [QuotedProduct, number] => [goods(`Kajal No. ${index + 1}`, '3304', 18, '60.50'), 2])
    const rows = withDocuments(frozenOrder({ lines }))
    const all = pages(renderInvoicePdf(invoiceContents(...rows, SHOP, 'invoice'), 'all'))
    expect(all.length % 3).toBe(0)
    const length = all.length / 3
    expect(length).toBeGreaterThan(4)
    for (const [index, page] of all.entries()) {
      expect(page).toContain(`Page ${(index % length) + 1} of ${length}`)
      if (/Kajal/.test(page)) expect(page).toMatch(/# Description HSN Qty Price Taxable CGST SGST Amount/)
      if (index % length > 0) expect(page).toMatch(/Tax invoice INV\/26-27\/000123 · (ORIGINAL|DUPLICATE|TRIPLICATE)/)
    }
    const original = all.slice(0, length).join('')
    for (let number = 1; number <= 220; number += 1) expect(original).toMatch(new RegExp(`Kajal No\\. ${number}\\s`))
  })

  test('returns accents, conjuncts and long words completely as text', () => {
    const full_name = 'Zoë Çelik-Ñandú'
    const text = read(print({ order: { full_name, address: 'श्री क्षेत्र तुळजापूर, ज्ञानेश्वर मार्ग', city: 'Pondichéry' } }))
    for (const word of [full_name, 'श्री क्षेत्र तुळजापूर', 'ज्ञानेश्वर', 'Pondichéry']) expect(text).toContain(word)
  })

  test('is printed for a customer whose name has characters that no font contains', () => {
    const text = read(print({ order: { full_name: 'Zoë 💄 Nair' } }))
    expect(text).toMatch(/Zoë .*Nair/)
  })

  test('is PDF/UA-1: tagged, with its title and language, so that it can be read aloud', () => {
    const path = join(folder, 'tagged.pdf')
    writeFileSync(path, print({}))
    const facts = execFileSync('pdfinfo', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    expect(facts).toMatch(/Tagged: +yes/)
    expect(readFileSync(path, 'latin1')).toMatch(/pdfuaid:part[^>]*>1|pdfuaid:part="1"/)
    const structure = execFileSync('pdfinfo', ['-struct', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    for (const tag of ['H1', 'Table', 'THead', 'TH ', 'TD', 'TFoot', 'Figure']) expect(structure).toContain(tag)
    expect(facts).toMatch(/Title: +Tax invoice INV\/26-27\/000123/)
  })
})

describe('before the shop accepts', () => {
  test('the document is a proforma without a number, and offers to pay', () => {
    const text = read(
      print({ order: { status: 'pending', documents: [], payment_method: 'upi', payment_state: 'awaiting_payment' }, settings: { upiVpa: 'shringar@bank' } }),
    )
    expect(text).toContain('Proforma invoice')
    expect(text).toContain('Scan to pay ₹1,074.07')
    expect(text).not.toMatch(/INV\/|Invoice no|ORIGINAL/)
  })

  test('once it is paid the document requests no payment', () => {
    expect(read(print({ order: { payment_state: 'paid' }, settings: { upiVpa: 'shringar@bank' } }))).not.toContain('Scan to pay')
  })
})

test('a packing slip shows what to pack and where to send it, and no price', () => {
  const text = read(print({ type: 'packingSlip' }))
  for (const fact of ['Packing slip', 'Laali Lipstick', 'LAALI-1', 'Meera Nair', 'Karnataka', '2 products']) expect(text).toContain(fact)
  expect(text).not.toMatch(/₹|GST[^I]|\b1,?074/)
})

test('a credit note contains the particulars of rule 53: its number, the invoice it reverses, the reason and the tax credited', () => {
  const rows = withDocuments(frozenOrder({ lines: [[goods('Laali Lipstick', '33049910', 18, '149.00'), 6]], to: '29' }), { reason: 'Refused at the door' })
  const text = read(renderInvoicePdf(invoiceContents(...rows, SHOP, 'creditNote'), 'all'))
  for (const fact of [
    'Credit note',
    'CN/26-27/000123',
    'Against invoice INV/26-27/000123',
    'Invoice date 21 Nov 2026',
    'Reason Refused at the door',
    'GSTIN 27ABCDE1234F1Z0',
    'Karnataka (29)',
    '33049910',
    '18%',
    'Total credited ₹994.00',
  ])
    expect(text).toContain(fact)
  expect(text).not.toMatch(/Scan to pay|ORIGINAL/)
})

describe('a bill of supply', () => {
  const bindi = goods('Shubh Bindi', '33049940', 0, '33.33')

  test('shows values and no tax', () => {
    const text = read(renderInvoicePdf(invoiceContents(...withDocuments(frozenOrder({ lines: [[bindi, 7]] })), SHOP, 'invoice'), 'original'))
    for (const fact of ['Bill of supply', 'BOS/26-27/000123', 'Value of goods ₹233.31', 'Delivery ₹100.00', 'Total ₹333.31', 'Value by HSN'])
      expect(text).toContain(fact)
    expect(text).not.toMatch(/[CSI]GST|Taxable|Reverse charge/)
  })

  test('follows the tax invoice in one file for a registered buyer, with one payment code for both', () => {
    const rows = withDocuments(
      frozenOrder(
        {
          lines: [
            [bindi, 7],
            [goods('Laali Lipstick', '3304', 18, '149.00'), 1],
          ],
          to: '29',
        },
        { gstin: '29ABCDE1234F1ZW' },
      ),
    )
    const [invoice = '', bill = '', ...more] = pages(renderInvoicePdf(invoiceContents(...rows, SHOP, 'invoice'), 'original'))
    expect(more).toEqual([])
    expect(invoice).toMatch(/Tax invoice[^]*INV\/26-27\/000123[^]*Scan to pay ₹482\.31[^]*for both documents[^]*unless you have paid already/)
    expect(invoice).not.toContain('Shubh Bindi')
    expect(bill).toMatch(/Bill of supply[^]*BOS\/26-27\/000123[^]*Shubh Bindi/)
    expect(bill).not.toMatch(/Laali|Scan to pay/)
    expect([invoice, bill].every((page) => page.includes('Page 1 of 1'))).toBe(true)
  })
})
