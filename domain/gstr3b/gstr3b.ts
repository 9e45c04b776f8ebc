import { stateByCode } from '../addresses/states.ts'
import type { AccountSheet, Cell } from '../accounts/sheet.ts'
import type { ReturnDocument } from '../gstr1/return-document.ts'
import { signOf, taxedRates } from '../gstr1/sections.ts'
import { isVoid } from '../gstr1/void-documents.ts'
import { isZero, NOTHING, plus, sumAmounts, sumsBy } from '../gstr1/tax-amounts.ts'
import type { TaxAmounts } from '../gstr1/tax-amounts.ts'

/** The part of form GSTR-3B that sales decide, net of credit notes. Paise; input tax and payment are the accountant's. */
export type Gstr3b = {
  /** 3.1(a): taxable outward supplies, other than zero-rated, nil-rated and exempted */
  taxed: TaxAmounts
  /** 3.1(c): nil-rated and exempted outward supplies; they have a value and no tax */
  nil: TaxAmounts
  /** 3.2: the part of 3.1(a) that went to unregistered buyers in other States, by place of supply (a GST code) */
  interState: (TaxAmounts & { placeOfSupply: string })[]
}

/**
 * From the same documents as GSTR-1 (domain/gstr1), so that the two forms agree. Documents under another GSTIN are left out, and what GSTR-1
 * leaves out because an IRN was cancelled.
 *
 * @param cancelled as for GSTR-1
 */
export function gstr3b(documents: readonly ReturnDocument[], gstin: string | null, cancelled: ReadonlySet<string>): Gstr3b {
  const own = documents.filter((document) => gstin !== null && document.sellerGstin === gstin && !isVoid(document, cancelled))
  const unregistered = own.filter(({ interState, buyer }) => interState && buyer.gstin === null)
  return {
    taxed: sumAmounts(own.map(taxedPart)),
    nil: sumAmounts(own.flatMap((document) => document.rates.filter(({ rate }) => rate === 0).map((part) => plus(NOTHING, part, signOf(document))))),
    interState: sumsBy(unregistered.map((document) => ({ key: { placeOfSupply: document.placeOfSupply }, amounts: taxedPart(document) }))).filter(
      (row) => !isZero(row),
    ),
  }
}

function taxedPart(document: ReturnDocument): TaxAmounts {
  return plus(NOTHING, sumAmounts(taxedRates(document)), signOf(document))
}

export function gstr3bSheet({ taxed, nil, interState }: Gstr3b): AccountSheet {
  const amounts = ({ taxable, igst, cgst, sgst }: TaxAmounts): Cell[] => [{ paise: taxable }, { paise: igst }, { paise: cgst }, { paise: sgst }]
  return {
    name: 'GSTR-3B',
    headings: ['Table', 'Nature of supplies', 'Place of supply', 'Taxable value', 'Integrated tax', 'Central tax', 'State/UT tax'],
    rows: [
      ['3.1(a)', 'Outward taxable supplies (other than zero rated, nil rated and exempted)', null, ...amounts(taxed)],
      ['3.1(c)', 'Other outward supplies (nil rated, exempted)', null, ...amounts(nil)],
      ...interState.map((row): Cell[] => {
        const { placeOfSupply } = row
        return ['3.2', 'Supplies made to unregistered persons', `${placeOfSupply}-${stateByCode(placeOfSupply)?.name ?? ''}`, ...amounts(row)]
      }),
    ],
  }
}
