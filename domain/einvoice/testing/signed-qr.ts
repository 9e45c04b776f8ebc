import type { DocumentFacts } from '../../documents/invoice-rows.ts'
import { inv01 } from '../inv01.ts'

/** A QR code as the portal signs it, about as long; its signature is none. */
export function signedQr(facts: DocumentFacts, irn: string, change: Record<string, unknown> = {}): string {
  const { SellerDtls, BuyerDtls, DocDtls, ValDtls, ItemList } = inv01(facts)
  const data = {
    SellerGstin: SellerDtls.Gstin,
    BuyerGstin: BuyerDtls.Gstin,
    DocNo: DocDtls.No,
    DocTyp: DocDtls.Typ,
    DocDt: DocDtls.Dt,
    TotInvVal: ValDtls.TotInvVal,
    ItemCnt: ItemList.length,
    MainHsnCode: ItemList[0]?.HsnCd,
    Irn: irn,
    IrnDt: '2026-11-22 14:05:00',
    ...change,
  }
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return [
    part({ alg: 'RS256', kid: 'EDC57DE1358B300BA9F79340A6696831F3C85047', typ: 'JWT', x5t: '7cV94TWLMAup95NApmloMfPIUEc' }),
    part({ data: JSON.stringify(data), iss: 'NIC' }),
    'Uw5'.repeat(114),
  ].join('.')
}
