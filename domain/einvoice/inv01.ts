import { readFacts } from '../documents/frozen-charges.ts'
import type { DocumentFacts, DocumentFactsV1 } from '../documents/invoice-rows.ts'
import { toRupees } from '../money/money.ts'
import { itemOfList, portalItems } from './items.ts'
import type { ItemOfList } from './items.ts'
import { addressLines, pinNumber, portalText, slashedDay } from './portal-text.ts'

type Party = { Gstin: string; LglNm: string; TrdNm?: string; Addr1: string; Addr2?: string; Loc: string; Pin: number; Stcd: string }

/** An e-invoice (form INV-01, schema 1.1) as the portal's bulk upload takes it: rupees as numbers, days as DD/MM/YYYY. */
export type Inv01 = {
  Version: '1.1'
  TranDtls: { TaxSch: 'GST'; SupTyp: 'B2B'; RegRev: 'N'; IgstOnIntra: 'N' }
  DocDtls: { Typ: 'INV' | 'CRN'; No: string; Dt: string }
  SellerDtls: Party
  BuyerDtls: Party & { Pos: string }
  ItemList: ItemOfList[]
  ValDtls: {
    AssVal: number
    CgstVal: number
    SgstVal: number
    IgstVal: number
    CesVal: 0
    StCesVal: 0
    Discount: 0
    OthChrg: 0
    RndOffAmt: 0
    TotInvVal: number
  }
  RefDtls?: { PrecDocDtls: { InvNo: string; InvDt: string }[] }
}

/** A supply to a registered buyer, or a credit note for one. Bills of supply and sales to others have no e-invoice (CGST rule 48(4)). */
export function needsIrn(frozen: Pick<DocumentFacts, 'form' | 'reverses'> & { seller: { gstin: string | null }; order: { gstin: string | null } }): boolean {
  const { form, seller, order, reverses } = frozen
  return seller.gstin !== null && order.gstin !== null && form !== 'bill_of_supply' && reverses?.form !== 'bill_of_supply'
}

/** The e-invoice of an issued document, from its frozen facts alone. Those of one with problems (problems.ts) the portal would refuse. */
export function inv01(frozen: DocumentFacts | DocumentFactsV1): Inv01 {
  const facts = readFacts(frozen)
  const { seller, order, reverses } = facts
  const { items, amounts } = portalItems(facts)
  const supplier = { name: seller.legal_name || seller.store_name, trade: seller.store_name, address: seller.address, place: seller.city, pin: seller.pincode }
  const buyer = { name: order.company_name ?? order.full_name, trade: '', address: order.address, place: order.city, pin: order.pincode }
  return {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
    DocDtls: { Typ: documentType(facts), No: facts.serial, Dt: slashedDay(facts.issued_at) },
    SellerDtls: party(seller.gstin ?? '', supplier),
    BuyerDtls: { ...party(order.gstin ?? '', buyer), Pos: order.place_of_supply },
    ItemList: items.map(itemOfList),
    ValDtls: {
      AssVal: toRupees(amounts.taxable),
      CgstVal: toRupees(amounts.heads.cgst),
      SgstVal: toRupees(amounts.heads.sgst),
      IgstVal: toRupees(amounts.heads.igst),
      CesVal: 0,
      StCesVal: 0,
      Discount: 0, // is in the items
      OthChrg: 0, // charges are taxed, so they are items
      RndOffAmt: 0,
      TotInvVal: toRupees(amounts.total),
    },
    ...(reverses ? { RefDtls: { PrecDocDtls: [{ InvNo: reverses.serial, InvDt: slashedDay(reverses.issued_at) }] } } : {}),
  }
}

export const documentType = ({ form }: Pick<DocumentFacts, 'form'>) => (form === 'credit_note' ? 'CRN' : 'INV')

/** The State is that of the GSTIN, which the portal compares with it. */
function party(gstin: string, { name, trade, address, place, pin }: { name: string; trade: string; address: string; place: string; pin: string }): Party {
  const [first, second] = addressLines(address, 100)
  const tradeName = portalText(trade, 100)
  return {
    Gstin: gstin,
    LglNm: portalText(name, 100),
    ...(tradeName.length < 3 ? {} : { TrdNm: tradeName }),
    Addr1: first,
    ...(second.length < 3 ? {} : { Addr2: second }),
    Loc: portalText(place, 50),
    Pin: pinNumber(pin) ?? 0,
    Stcd: gstin.slice(0, 2),
  }
}
