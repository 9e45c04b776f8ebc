import type { AccountDocument } from '../accounts/account-document.ts'
import { METHOD_NAMES } from '../accounts/money-movement.ts'
import type { MoneyMovement } from '../accounts/money-movement.ts'
import { sumOf } from '../money/money.ts'
import { stateByCode } from '../addresses/states.ts'
import type { Paise } from '../money/money.ts'
import { indianDay } from '../time/calendar-day.ts'
import type { CalendarDay } from '../time/calendar-day.ts'
import { ledgerAt, ledgerOfMethod, partyLedger } from './ledgers.ts'
import type { PartyNames, TallyLedgers } from './ledgers.ts'

export type VoucherType = 'Sales' | 'Credit Note' | 'Receipt' | 'Payment' | 'Journal'

/** One line of a voucher. A debit is positive, a credit negative; the lines of a voucher sum to 0. */
export type Entry = { ledger: string; amount: Paise; /** the order whose open amount this line raises or settles */ bill?: { name: string; opens: boolean } }

export type Voucher = {
  type: VoucherType
  /** the same at every export, so that Tally recognises a voucher that it has */
  key: string
  day: CalendarDay
  number: string
  /** what a credit note reverses, or the bank's reference of a payment */
  reference: string | null
  referenceDay: CalendarDay | null
  /** null: no buyer is in this voucher */
  party: { ledger: string; name: string; gstin: string | null; state: string | null; pincode: string | null } | null
  /** a State by name; null for money */
  placeOfSupply: string | null
  narration: string
  entries: Entry[]
}

/** An invoice or a bill of supply as Sales, a credit note as its reverse; null if nothing was charged, because Tally refuses an empty voucher. */
export function documentVoucher(document: AccountDocument, ledgers: TallyLedgers, names: PartyNames): Voucher | null {
  const { note, serial, issuedAt, buyer, goods, charges, value, interState, reverses } = document
  if (value === 0) return null
  const party = partyLedger(ledgers, buyer, names)
  const sales = interState ? ledgers.sales_inter_state : ledgers.sales
  const separate = ledgers.discount !== ''
  const credits = [
    ...goods.map(({ rate, taxable, discount }) => ({ ledger: ledgerAt(sales, rate), amount: taxable + (separate ? discount : 0) })),
    ...goods.map(({ rate, discount }) => ({ ledger: ledgerAt(ledgers.discount, rate), amount: separate ? -discount : 0 })),
    ...charges.map(({ rate, taxable }) => ({ ledger: ledgerAt(ledgers.delivery, rate), amount: taxable })),
    ...[...goods, ...charges].flatMap(({ rate, cgst, sgst, igst }) => [
      { ledger: ledgerAt(ledgers.cgst, rate / 2), amount: cgst },
      { ledger: ledgerAt(ledgers.sgst, rate / 2), amount: sgst },
      { ledger: ledgerAt(ledgers.igst, rate), amount: igst },
    ]),
  ]
  const sign = note ? -1 : 1
  return {
    type: note ? 'Credit Note' : 'Sales',
    key: serial,
    day: indianDay(issuedAt),
    number: serial,
    reference: reverses?.serial ?? null,
    referenceDay: reverses && indianDay(reverses.issuedAt),
    party: { ledger: party, name: buyer.name, gstin: buyer.gstin, state: buyer.state, pincode: buyer.pincode },
    placeOfSupply: stateByCode(document.placeOfSupply)?.name ?? null,
    narration: note ? `Reverses ${reverses?.serial ?? ''}` : orderText(document.orderNumber),
    entries: [
      { ledger: party, amount: sign * value, bill: { name: billOf(document), opens: !note } },
      ...merged(credits).map(({ ledger, amount }) => ({ ledger, amount: -sign * amount })),
    ],
  }
}

/** Money that came as Receipt, money sent back as Payment; it settles the bill of its order. Store credit moves no money: a Journal. */
export function moneyVoucher(movement: MoneyMovement, ledgers: TallyLedgers, names: PartyNames): Voucher {
  const { id, at, kind, method, amount, reference, buyer, orderNumber } = movement
  const party = partyLedger(ledgers, buyer, names)
  const sign = kind === 'receipt' ? 1 : -1
  const bill = { name: billOf(movement), opens: false }
  return {
    type: method === 'credit' ? 'Journal' : kind === 'receipt' ? 'Receipt' : 'Payment',
    key: id,
    day: indianDay(at),
    number: `${method === 'credit' ? 'J' : kind === 'receipt' ? 'R' : 'P'}/${orderNumber}/${shortOf(id)}`,
    reference,
    referenceDay: null,
    party: { ledger: party, name: buyer.name, gstin: buyer.gstin, state: null, pincode: null },
    placeOfSupply: null,
    narration: `${METHOD_NAMES[method]}, ${orderText(orderNumber)}`,
    entries: [
      { ledger: ledgerOfMethod(ledgers, method), amount: sign * amount },
      { ledger: party, amount: -sign * amount, bill },
    ],
  }
}

/** The name of the open amount that documents and payments of an order share. */
const billOf = ({ orderNumber, orderId }: { orderNumber: number | null; orderId: string }): string => `Order ${orderNumber ?? orderId.slice(0, 8)}`

const orderText = (number: number | null): string => (number === null ? '' : `Order ${number}`)

/** Of 'receipt 0b9f6c1e-…': 0B9F6C1E. An order may have several payments. */
export const shortOf = (id: string): string => (id.split(' ').at(-1) ?? id).slice(0, 8).toUpperCase()

/** One line for each ledger, without those that come to nothing: several rates may share a ledger. */
export function merged(entries: readonly { ledger: string; amount: Paise }[]): { ledger: string; amount: Paise }[] {
  const names = [...new Set(entries.map(({ ledger }) => ledger))]
  return names
    .map((ledger) => ({
      ledger,
      amount: sumOf(
        entries.filter((entry) => entry.ledger === ledger),
        (entry) => entry.amount,
      ),
    }))
    .filter(({ amount }) => amount !== 0)
}
