import type { AccountDocument, Buyer } from '../accounts/account-document.ts'
import { sumsOfEntry } from '../accounts/book-entry.ts'
import type { BookEntry } from '../accounts/book-entry.ts'
import { METHODS } from '../accounts/money-movement.ts'
import type { MoneyMovement } from '../accounts/money-movement.ts'
import { escapeXml } from '../text/escape-xml.ts'
import { ledgerAt, ledgerOfMethod, partyLedger } from './ledgers.ts'
import type { PartyNames, TallyLedgers } from './ledgers.ts'
import { element, message } from './xml.ts'

/** A ledger to create in Tally, with the group that it belongs to. */
export type Master = { name: string; parent: string; more: string[] }

const BANK = 'Bank Accounts'
const CLEARING = 'Current Assets' // the money is on its way to the bank account
const OWED = 'Current Liabilities'
const GROUP_OF_METHOD = { cash: 'Cash-in-Hand', upi: BANK, card: BANK, bank: BANK, cod: CLEARING, razorpay: CLEARING, credit: OWED } as const

type Booked = { documents: readonly AccountDocument[]; money: readonly MoneyMovement[]; entries: readonly BookEntry[] }

/** Every ledger that the vouchers of these documents, movements and entries name, once. Those that Tally has already are left as they are by its import. */
export function mastersOf({ documents, money, entries }: Booked, ledgers: TallyLedgers, names: PartyNames): Master[] {
  const masters = new Map<string, Master>()
  const add = (name: string, parent: string, more: string[] = []) => {
    if (name !== '' && !masters.has(name)) masters.set(name, { name, parent, more })
  }
  for (const { interState, goods, charges } of documents) {
    const sales = interState ? ledgers.sales_inter_state : ledgers.sales
    for (const { rate, discount } of goods) {
      add(ledgerAt(sales, rate), 'Sales Accounts', [element('GSTAPPLICABLE', 'Applicable')])
      if (discount > 0) add(ledgerAt(ledgers.discount, rate), 'Indirect Expenses')
    }
    for (const { rate } of charges) add(ledgerAt(ledgers.delivery, rate), 'Sales Accounts', [element('GSTAPPLICABLE', 'Applicable')])
    for (const { rate, cgst, sgst, igst } of [...goods, ...charges]) {
      if (cgst > 0) add(ledgerAt(ledgers.cgst, rate / 2), 'Duties & Taxes', duty('Central Tax'))
      if (sgst > 0) add(ledgerAt(ledgers.sgst, rate / 2), 'Duties & Taxes', duty('State Tax'))
      if (igst > 0) add(ledgerAt(ledgers.igst, rate), 'Duties & Taxes', duty('Integrated Tax'))
    }
  }
  for (const method of METHODS) {
    if (money.some((movement) => movement.method === method)) add(ledgerOfMethod(ledgers, method), GROUP_OF_METHOD[method])
  }
  for (const entry of entries) {
    const { cleared, toBank, charges, difference, credit } = sumsOfEntry(entry)
    const method = entry.kind === 'settlement' ? entry.method : 'cod'
    if (cleared !== 0) add(ledgerOfMethod(ledgers, method), GROUP_OF_METHOD[method])
    if (toBank !== 0) add(ledgers.bank, BANK)
    if (charges !== 0) add(ledgers.courier_charges, 'Indirect Expenses')
    if (difference !== 0) add(ledgers.courier_differences, CLEARING)
    if (credit !== 0) {
      add(ledgers.credit_by_hand, 'Indirect Expenses')
      add(ledgers.credit, OWED)
    }
  }
  for (const { buyer } of documents) add(partyLedger(ledgers, buyer, names), ledgers.party_group, party(buyer))
  for (const { buyer } of money) add(partyLedger(ledgers, buyer, names), ledgers.party_group, [BILLWISE, ...gstinOf(buyer.gstin)])
  return [...masters.values()]
}

const BILLWISE = element('ISBILLWISEON', 'Yes')

const duty = (head: string): string[] => [element('TAXTYPE', 'GST'), element('GSTDUTYHEAD', head)]

const gstinOf = (gstin: string | null): string[] => (gstin === null ? [] : [element('GSTREGISTRATIONTYPE', 'Regular'), element('PARTYGSTIN', gstin)])

/** The ledger of all unregistered buyers has no address. */
function party({ gstin, name, address, city, state, pincode }: Buyer): string[] {
  if (gstin === null) return [BILLWISE]
  const lines = [address, city].map((line) => element('ADDRESS', line)).join('')
  return [
    BILLWISE,
    element('MAILINGNAME', name),
    `<ADDRESS.LIST TYPE="String">${lines}</ADDRESS.LIST>`,
    element('LEDSTATENAME', state),
    element('PINCODE', pincode),
    element('COUNTRYNAME', 'India'),
    ...gstinOf(gstin),
  ]
}

export function masterXml({ name, parent, more }: Master): string {
  const lines = [`<NAME.LIST>${element('NAME', name)}</NAME.LIST>`, element('PARENT', parent), ...more]
  return message(`<LEDGER NAME="${escapeXml(name)}" ACTION="Create">\n${lines.join('\n')}\n</LEDGER>`)
}
