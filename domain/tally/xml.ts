import { toDecimal } from '../money/money.ts'
import { escapeXml } from '../text/escape-xml.ts'
import type { Entry, Voucher } from './voucher.ts'

export const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** What comes before and after the messages of an import file. `report`: 'Vouchers' or 'All Masters'. */
export function envelope(report: 'Vouchers' | 'All Masters', company: string): { head: string; tail: string } {
  const variables = company === '' ? '' : `<STATICVARIABLES>${element('SVCURRENTCOMPANY', company)}</STATICVARIABLES>`
  return {
    head:
      '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE>\n<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>\n<BODY><IMPORTDATA>\n' +
      `<REQUESTDESC><REPORTNAME>${report}</REPORTNAME>${variables}</REQUESTDESC>\n<REQUESTDATA>\n`,
    tail: '</REQUESTDATA>\n</IMPORTDATA></BODY>\n</ENVELOPE>\n',
  }
}

export const message = (content: string): string => `<TALLYMESSAGE xmlns:UDF="TallyUDF">\n${content}\n</TALLYMESSAGE>\n`

/** A voucher without stock items: a line for each ledger (docs/decisions/0084-accounts-exports.md). */
export function voucherXml(voucher: Voucher): string {
  const { type, key, day, number, reference, referenceDay, party, placeOfSupply, narration, entries } = voucher
  const date = (value: string) => value.replaceAll('-', '')
  const lines = [
    element('DATE', date(day)),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', number),
    ...(reference === null ? [] : [element('REFERENCE', reference)]),
    ...(referenceDay === null ? [] : [element('REFERENCEDATE', date(referenceDay))]),
    ...partyElements(party, placeOfSupply),
    element('COUNTRYOFRESIDENCE', 'India'),
    element('NARRATION', narration),
    element('PERSISTEDVIEW', VIEW),
    element('ISINVOICE', 'No'),
    ...entries.map(entryXml),
  ]
  const id = escapeXml(`shringar ${key}`)
  return message(`<VOUCHER REMOTEID="${id}" VCHTYPE="${escapeXml(type)}" ACTION="Create" OBJVIEW="${VIEW}">\n${lines.join('\n')}\n</VOUCHER>`)
}

function partyElements(party: Voucher['party'], placeOfSupply: string | null): string[] {
  if (party === null) return []
  return [
    element('PARTYLEDGERNAME', party.ledger),
    element('PARTYNAME', party.name),
    element('BASICBUYERNAME', party.name),
    element('GSTREGISTRATIONTYPE', party.gstin === null ? 'Unregistered/Consumer' : 'Regular'),
    ...(party.gstin === null ? [] : [element('PARTYGSTIN', party.gstin)]),
    ...(party.state === null ? [] : [element('STATENAME', party.state)]),
    ...(placeOfSupply === null ? [] : [element('PLACEOFSUPPLY', placeOfSupply)]),
    ...(party.pincode === null ? [] : [element('PARTYPINCODE', party.pincode)]),
  ]
}

const VIEW = 'Accounting Voucher View'

/** Tally writes a debit as a negative amount that is deemed positive. */
function entryXml({ ledger, amount, bill }: Entry): string {
  const value = toDecimal(-amount)
  const lines = [
    element('LEDGERNAME', ledger),
    element('ISDEEMEDPOSITIVE', amount > 0 ? 'Yes' : 'No'),
    ...(bill ? [element('ISPARTYLEDGER', 'Yes')] : []),
    element('AMOUNT', value),
    ...(bill
      ? [
          `<BILLALLOCATIONS.LIST>${element('NAME', bill.name)}${element('BILLTYPE', bill.opens ? 'New Ref' : 'Agst Ref')}${element('AMOUNT', value)}</BILLALLOCATIONS.LIST>`,
        ]
      : []),
  ]
  return `<ALLLEDGERENTRIES.LIST>${lines.join('')}</ALLLEDGERENTRIES.LIST>`
}
