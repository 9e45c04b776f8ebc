/** The columns of a courier's list of remitted cash, as couriers in India name them (docs/decisions/0091-receivables.md). */
import { headingWords } from '../product-import/guess-fields.ts'

export const REMITTANCE_FIELDS = ['tracking', 'order', 'collected', 'charges', 'date', 'reference'] as const
export type RemittanceField = (typeof REMITTANCE_FIELDS)[number]

/** Earlier names first: a file with the amount at the door and the amount after charges is read by the first. */
const NAMES: Record<RemittanceField, readonly string[]> = {
  tracking: ['awb', 'awb no', 'awb number', 'awb code', 'waybill', 'waybill no', 'waybill number', 'wbn', 'airwaybill number', 'air waybill number', 'tracking number', 'tracking no', 'tracking id', 'consignment no', 'consignment number', 'cn no', 'docket no', 'docket number', 'article number', 'lr no', 'shipment no'],
  order: ['order id', 'order no', 'order number', 'order', 'channel order id', 'client order id', 'seller order id', 'customer order id', 'reference no', 'ref no', 'reference number', 'customer reference', 'customer reference no'],
  collected: ['cod amount', 'cod amt', 'cod value', 'cod', 'cod collected', 'collected amount', 'amount collected', 'collectable amount', 'collectible amount', 'collectable value', 'cod amount collected', 'gross amount', 'gross cod', 'cod payable', 'cod remitted', 'remitted amount', 'remittance amount', 'remitted', 'net amount', 'net payable', 'amount paid', 'amount'],
  charges: ['total charges', 'total charge', 'total deduction', 'total deductions', 'charges', 'deduction', 'deductions', 'amount deducted', 'freight', 'freight charges', 'freight charge', 'freight amount', 'shipping charges', 'courier charges', 'cod charges', 'cod charge', 'rto charges', 'gst on charges'],
  date: ['remittance date', 'cod remittance date', 'remitted on', 'payment date', 'settlement date', 'transfer date', 'paid on', 'date'],
  reference: ['utr', 'utr no', 'utr number', 'bank utr', 'neft utr', 'neft no', 'neft number', 'transaction id', 'bank reference', 'bank reference no', 'crf id', 'remittance id', 'remittance no', 'remittance number', 'remittance reference'],
} // prettier-ignore

/** How many lines are searched for the headings. */
const SEARCHED = 40

/** What each column is for; null: not read. Charges may be in several columns, unless one is their total. */
export function guessColumns(headings: readonly string[]): (RemittanceField | null)[] {
  const words = headings.map(headingWords)
  const guesses = headings.map((): RemittanceField | null => null)
  for (const field of REMITTANCE_FIELDS) {
    const places = NAMES[field].map((name) => words.findIndex((word, at) => word === name && guesses[at] === null)).filter((at) => at !== -1)
    const [first] = places
    if (first === undefined) continue
    const total = (words[first] ?? '').startsWith('total')
    for (const at of field === 'charges' && !total ? places : [first]) guesses[at] = field
  }
  return guesses
}

const known = (cells: readonly string[]): number => guessColumns(cells).filter((field) => field !== null).length

/** The place of the headings: the line with most known ones. Couriers write lines with their name and the period above them. */
export function headingPlace(records: readonly { cells: readonly string[] }[]): number {
  const counts = records.slice(0, SEARCHED).map(({ cells }) => known(cells))
  const most = Math.max(0, ...counts)
  return most < 2 ? 0 : counts.indexOf(most)
}
