/** `npm run documents`: takes the pictures of docs/documents, page by page, one of each document that the shop issues. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { renderInvoicePdf } from '#documents/invoice/render.ts'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import type { DocumentType } from '#domain/documents/invoice-content.ts'
import type { OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { irnText } from '#domain/einvoice/irn.ts'
import { signedQr } from '#domain/einvoice/testing/signed-qr.ts'
import { readFacts } from '#domain/documents/frozen-charges.ts'
import { frozenOrder, goods, SHOP, withDocuments } from '#domain/documents/testing/frozen-order.ts'
import { root } from './parts.ts'
import { findPdfToText } from './tools.ts'

const lipstick = goods('Laali Matte Lipstick, Gulmohar', '33049910', 18, '149.00', { pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }] })
const mask = goods('नूर उबटन ग्लो मास्क', '33049990', 18, '187.35')
const powder = goods('Crème de Rosé Face Powder', '33049120', 5, '85.50')
const oil = goods('Brahmi Hair Oil 200 ml', '33059011', 5, '129.00')
const bindi = goods('Shubh Bindi Sheet', '33049940', 0, '33.33')
const kumkum = goods('Kumkum 50 g', '33049930', 0, '45.00')

const salon: Partial<OrderRow> = {
  full_name: 'Meera Nair',
  company_name: 'Looks by Meera',
  gstin: '29ABCDE1234F1ZW',
  address: '48, 12th Main, Indiranagar',
  city: 'Bengaluru',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '9845011234',
}
const reader: Partial<OrderRow> = { full_name: 'आशा राव', address: '१२ एम जी रोड, शिवाजीनगर', city: 'पुणे', payment_method: 'cod', payment_state: 'cod_pending' }
const many = Array.from({ length: 220 }, (_, index): [typeof lipstick, number] => [
  goods(`Kajal No. ${index + 1}`, ['33049910', '33049990', '33059011'][index % 3] ?? '', [18, 5, 18][index % 3] ?? 18, `${60 + (index % 40)}.50`),
  1 + (index % 9),
])

type Scene = {
  name: string
  type: DocumentType
  rows: [OrderRow, OrderItemRow[]]
  settings?: StoreSettings
  copies?: 'all'
  /** the pages to keep */ pages?: number[]
}

/** Each document as it is after the portal has registered it. */
function registered([order, items]: Scene['rows']): Scene['rows'] {
  const documents = order.documents.map((document) => {
    if (!document.content) return document
    const facts = readFacts(document.content)
    const irn = createHash('sha256').update(irnText(facts)).digest('hex')
    const answer = { irn, ack_no: '112620036563310', ack_at: '2026-11-22T08:35:00Z', signed_qr: signedQr(facts, irn), cancelled_at: null }
    return { ...document, e_invoices: answer }
  })
  return [{ ...order, documents }, items]
}

const unregistered = { ...SHOP, gstin: null }
const scenes: Scene[] = [
  {
    name: 'proforma',
    type: 'invoice',
    rows: frozenOrder(
      {
        lines: [
          [lipstick, 6],
          [mask, 1],
        ],
        own: false,
        to: '29',
      },
      salon,
    ),
  },
  {
    name: 'tax-invoice-igst',
    type: 'invoice',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [lipstick, 6],
            [mask, 2],
            [powder, 3],
          ],
          to: '29',
          coupon: 10_000,
        },
        salon,
      ),
    ),
  },
  {
    name: 'tax-invoice-cgst-sgst',
    type: 'invoice',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [mask, 2],
            [powder, 3],
            [oil, 12],
          ],
        },
        reader,
      ),
    ),
    copies: 'all',
  },
  {
    name: 'invoice-cum-bill-of-supply',
    type: 'invoice',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [lipstick, 2],
            [kumkum, 3],
            [bindi, 7],
          ],
        },
        reader,
      ),
    ),
  },
  {
    name: 'two-documents-for-a-registered-buyer',
    type: 'invoice',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [lipstick, 12],
            [kumkum, 3],
            [bindi, 7],
          ],
          to: '29',
        },
        salon,
      ),
    ),
  },
  {
    name: 'bill-of-supply-without-gstin',
    type: 'invoice',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [lipstick, 2],
            [oil, 1],
          ],
        },
        reader,
      ),
      { settings: unregistered },
    ),
  },
  {
    name: 'credit-note',
    type: 'creditNote',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [lipstick, 6],
            [mask, 2],
          ],
          to: '29',
        },
        salon,
      ),
      { reason: 'Refused at the door: two boxes arrived wet' },
    ),
  },
  {
    name: 'e-invoice',
    type: 'invoice',
    rows: registered(
      withDocuments(
        frozenOrder(
          {
            lines: [
              [lipstick, 6],
              [mask, 2],
            ],
            to: '29',
          },
          salon,
        ),
      ),
    ),
  },
  {
    name: 'packing-slip',
    type: 'packingSlip',
    rows: frozenOrder(
      {
        lines: [
          [lipstick, 6],
          [mask, 2],
          [powder, 3],
        ],
        to: '29',
      },
      { ...salon, courier: 'DTDC', tracking_number: 'D4410091' },
    ),
  },
  {
    name: 'trade-crores',
    type: 'invoice',
    rows: withDocuments(
      frozenOrder(
        {
          lines: [
            [lipstick, 900_000],
            [oil, 450_000],
          ],
          trade: true,
        },
        { ...salon, state: 'Maharashtra' },
      ),
    ),
  },
  { name: 'over-two-hundred-lines', type: 'invoice', rows: withDocuments(frozenOrder({ lines: many, coupon: 99_999 }, salon)), pages: [1, 2, 99] },
]

async function shoot(folder: string, pictures: string, { name, type, rows: [order, items], settings = SHOP, copies, pages }: Scene): Promise<void> {
  const pdf = path.join(folder, `${name}.pdf`)
  await writeFile(pdf, renderInvoicePdf(invoiceContents(order, items, settings, type), copies ?? 'original'))
  const rendered = spawnSync('pdftoppm', ['-r', '96', '-png', pdf, path.join(folder, name)], { stdio: 'inherit' })
  if (rendered.status !== 0) throw new Error(`pdftoppm refused ${name}`)
  const made = (await readdir(folder)).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.png')).sort()
  const chosen = pages ? made.filter((_, index) => pages.includes(index + 1) || (pages.includes(99) && index === made.length - 1)) : made
  for (const [index, file] of chosen.entries()) {
    const picture = path.join(pictures, `${name}${chosen.length > 1 ? `-${index + 1}` : ''}.webp`)
    await sharp(path.join(folder, file)).webp({ quality: 70 }).toFile(picture)
    console.log(path.relative(root, picture))
  }
}

findPdfToText()
const folder = await mkdtemp(path.join(tmpdir(), 'shringar-documents-'))
const pictures = path.join(root, 'docs/documents')
try {
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  for (const scene of scenes) await shoot(folder, pictures, scene)
} finally {
  await rm(folder, { recursive: true, force: true })
}
