import type { InvoiceContent, Party } from '#domain/documents/invoice-content.ts'
import { formatRupees, groupIndian } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { readUpiLink } from '#domain/orders/upi-link.ts'
import { fitLogo } from '#domain/shop/brand.ts'
import { accentShades } from '#domain/shop/palette.ts'
import { DEMO_BRAND } from '#domain/shop/settings.ts'
import QRCode from 'qrcode-svg'
import { EMBLEM_SVG } from '../emblem.ts'
import { pricedPart } from './priced-sheet.ts'
import { column } from './sheet.ts'
import type { Sheet } from './sheet.ts'

/** Which marked copies to print; a document without marks is printed once. */
export type Copies = 'original' | 'all'

export function documentSheet(content: InvoiceContent, copies: Copies): Sheet {
  const { supplier, recipient, amounts, seller } = content
  const logo = seller.brand?.logo ?? null
  const marks = copies === 'all' ? content.copies : content.copies.slice(0, 1)
  return {
    title: content.title,
    number: content.number ?? content.order.number ?? content.order.label,
    issued: issuedOf(content),
    copies: marks.length > 0 ? marks : [''],
    logo: logoOf(seller),
    colours: coloursOf(seller),
    seller: { name: seller.storeName, tagline: taglineOf(seller), shown: logo === null || logo.width < logo.height * WIDE },
    parties: [partyOf('Sold by', supplier), partyOf(amounts ? 'Billed and shipped to' : 'Ship to', recipient)],
    facts: factsOf(content),
    reason: content.reason ? ['Reason', content.reason] : null,
    ...(amounts ? pricedPart(content, amounts) : packingPart(content)),
    upi: content.upi && amounts ? upiPart(content.upi, content.number !== null, amounts.total) : null,
    einvoice: einvoicePart(content.einvoice),
    notes: content.notes,
    signature: amounts ? [`For ${supplier.name}`, 'Authorised signatory'] : ['Packed by', ''],
    footer: [supplier.name, ...contactOf(supplier)].join(' · '),
  }
}

function issuedOf({ issuedAt }: InvoiceContent): Sheet['issued'] {
  if (issuedAt === null) return null
  const at = new Date(issuedAt)
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
}

function coloursOf({ brand }: InvoiceContent['seller']): Sheet['colours'] {
  const own = brand?.accent ? accentShades(brand.accent) : { accent: '#74234f', tint: '#f8eef3' }
  return { accent: own.accent, tint: own.tint, second: brand?.secondColour ?? '#a82c4b' }
}

/** Width divided by height from which a logo stands for the name. */
const WIDE = 1.6
const LOGO_ROOM = { width: 190, height: 42 }

function logoOf({ storeName, brand }: InvoiceContent['seller']): Sheet['logo'] {
  const logo = brand?.logo ?? null
  if (logo === null) return storeName === DEMO_BRAND ? { svg: EMBLEM_SVG, alt: 'Emblem: a bindi under a cusped arch', width: 34, height: 42 } : null
  const { png, width, height } = logo
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png}"/></svg>`
  return { svg, alt: storeName, ...fitLogo(logo, LOGO_ROOM) }
}

function taglineOf({ storeName, foundedYear }: InvoiceContent['seller']): string {
  return [storeName === DEMO_BRAND ? 'शृंगार' : '', foundedYear === null ? '' : `Beauty supplies since ${foundedYear}`].filter(Boolean).join(' · ')
}

function partyOf(heading: string, party: Party): Sheet['parties'][number] {
  return { heading, name: party.name, lines: party.lines, gstin: party.gstin ?? '' }
}

/** Phone and email: the lines below the State. */
function contactOf({ lines, state }: Party): string[] {
  return lines.slice(lines.indexOf(`${state.name} (${state.code})`) + 1)
}

const NUMBER_LABELS: Partial<Record<InvoiceContent['title'], string>> = { 'Credit note': 'Credit note no.', 'Bill of supply': 'Bill no.' }

function factsOf(content: InvoiceContent): Sheet['facts'] {
  const { order, payment, placeOfSupply, against } = content
  const bill = against?.title === 'Bill of supply'
  const facts: [string, string | null][] = [
    [NUMBER_LABELS[content.title] ?? 'Invoice no.', content.number],
    ['Date', content.number === null ? null : content.date],
    [bill ? 'Against bill' : 'Against invoice', against && against.number],
    [bill ? 'Bill date' : 'Invoice date', against && against.date],
    ['Order no.', order.number],
    ['Order', order.label],
    ['Order date', order.date],
    ['Place of supply', content.amounts && `${placeOfSupply.name} (${placeOfSupply.code})`],
    ['Reverse charge', content.amounts && content.heads.length > 0 ? content.reverseCharge : null],
    ['Payment', payment && (payment.method === payment.state ? payment.method : `${payment.method}, ${payment.state.toLowerCase()}`)],
    ['Courier', order.courier],
    ['Tracking', order.trackingNumber],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
}

/** Without prices: the slip travels in the parcel, which may be a present. The boxes are ticked by hand. */
function packingPart({ lines }: InvoiceContent): Pick<Sheet, 'goods' | 'totals' | 'total' | 'words' | 'highlight' | 'summary'> {
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  return {
    goods: {
      columns: [
        column('#', 24),
        column('Product', 0),
        column('SKU', 110),
        column('Quantity', 60, { right: true, strong: true }),
        column('Unit', 50),
        column('Packed', 44, { right: true }),
      ],
      rows: lines.map((line) => [
        [String(line.number), ''],
        [line.description, ''],
        [line.sku ?? '', ''],
        [groupIndian(String(line.quantity)), ''],
        [line.unit, ''],
        ['☐', ''],
      ]),
      foot: ['', lines.length === 1 ? '1 product' : `${lines.length} products`, '', groupIndian(String(units)), '', ''],
      size: 8,
    },
    totals: [],
    total: ['', ''],
    words: '',
    highlight: '',
    summary: null,
  }
}

/** At the lowest level of correction: the code has about 1,000 characters, and the portal's own is printed so too. */
function einvoicePart(einvoice: InvoiceContent['einvoice']): Sheet['einvoice'] {
  if (!einvoice) return null
  const { irn, ackNo, ackDate, signedQr } = einvoice
  return {
    svg: qrCode(signedQr, 'L', '#000000'),
    facts: [
      ['IRN', irn],
      ['Acknowledgement no.', ackNo],
      ['Acknowledgement date', ackDate],
    ],
  }
}

function qrCode(content: string, ecl: 'L' | 'M', color: string): string {
  return new QRCode({ content, padding: 0, ecl, join: true, xmlDeclaration: false, container: 'svg-viewbox', color, background: '#ffffff' }).svg()
}

/** An issued document never changes, so the text beside its QR code says that it may have been paid since. */
function upiPart(link: string, issued: boolean, documentTotal: Paise): NonNullable<Sheet['upi']> {
  const svg = qrCode(link, 'M', '#2a1420')
  const { vpa, amount: due } = readUpiLink(link)
  return {
    svg,
    title: `Scan to pay ${formatRupees(due)}`,
    lines: [due === documentTotal ? 'with any UPI app' : 'for both documents, with any UPI app', vpa, ...(issued ? ['unless you have paid already'] : [])],
  }
}
