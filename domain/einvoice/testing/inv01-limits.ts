/**
 * The limits of the published JSON schema of INV-01 (version 1.1), written down apart from the code: the fields that it knows here, each
 * with its bounds, and which are required.
 */
type Text = { kind: 'text'; least: number; most: number; like?: RegExp; optional?: true }
type Amount = { kind: 'amount'; least: number; most: number; decimals: number }
type List = { kind: 'list'; most: number; of: Shape }
type Shape = { kind: 'shape'; fields: Record<string, Limit>; optional?: true }
type Limit = Text | Amount | List | Shape

const text = (least: number, most: number, like?: RegExp): Text => ({ kind: 'text', least, most, ...(like ? { like } : {}) })
const optional = <L extends Text | Shape>(limit: L): L => ({ ...limit, optional: true })
const amount = (most: number, decimals = 2, least = 0): Amount => ({ kind: 'amount', least, most, decimals })
const shape = (fields: Record<string, Limit>): Shape => ({ kind: 'shape', fields })

const GSTIN = text(15, 15, /^[0-9]{2}[0-9A-Z]{13}$/)
const DAY = text(10, 10, /^[0-3][0-9]\/[0-1][0-9]\/20[1-2][0-9]$/)
const PLAIN = /^[^"\\]*$/
const ITEM = 999_999_999_999.99
/** the published 99999999999999.99, as exactly as a number holds it */
const TOTAL = 99_999_999_999_999.98

const party = (place: number) => ({
  Gstin: GSTIN,
  LglNm: text(3, 100, PLAIN),
  TrdNm: optional(text(3, 100, PLAIN)),
  Addr1: text(1, 100, PLAIN),
  Addr2: optional(text(3, 100, PLAIN)),
  Loc: text(3, place, PLAIN),
  Pin: amount(999_999, 0, 100_000),
  Stcd: text(1, 2, /^\d{1,2}$/),
})

export const INV01: Shape = shape({
  Version: text(1, 6),
  TranDtls: shape({ TaxSch: text(3, 10, /^GST$/), SupTyp: text(3, 10, /^B2B$/), RegRev: text(1, 1, /^[YN]$/), IgstOnIntra: text(1, 1, /^[YN]$/) }),
  DocDtls: shape({ Typ: text(3, 3, /^(INV|CRN|DBN)$/), No: text(1, 16, /^[A-Z1-9][A-Z0-9/-]{0,15}$/), Dt: DAY }),
  SellerDtls: shape(party(50)),
  BuyerDtls: shape({ ...party(100), Pos: text(1, 2, /^\d{1,2}$/) }),
  ItemList: {
    kind: 'list',
    most: 1000,
    of: shape({
      SlNo: text(1, 6, /^\d+$/),
      PrdDesc: optional(text(3, 300, PLAIN)),
      IsServc: text(1, 1, /^[YN]$/),
      HsnCd: text(4, 8, /^\d+$/),
      Qty: amount(9_999_999_999.999, 3),
      Unit: text(3, 8),
      UnitPrice: amount(999_999_999_999.999, 3),
      TotAmt: amount(ITEM),
      Discount: amount(ITEM),
      AssAmt: amount(ITEM),
      GstRt: amount(999.999, 3),
      IgstAmt: amount(ITEM),
      CgstAmt: amount(ITEM),
      SgstAmt: amount(ITEM),
      TotItemVal: amount(ITEM),
    }),
  },
  ValDtls: shape({
    AssVal: amount(TOTAL),
    CgstVal: amount(TOTAL),
    SgstVal: amount(TOTAL),
    IgstVal: amount(TOTAL),
    CesVal: amount(TOTAL),
    StCesVal: amount(TOTAL),
    Discount: amount(TOTAL),
    OthChrg: amount(TOTAL),
    RndOffAmt: amount(99.99, 2, -99.99),
    TotInvVal: amount(TOTAL),
  }),
  RefDtls: optional(shape({ PrecDocDtls: { kind: 'list', most: 100, of: shape({ InvNo: text(1, 16, /^[1-9A-Z][0-9A-Z/-]{0,15}$/), InvDt: DAY }) } })),
})

/** What breaks the limits, by path; empty for a valid value. */
export function breaches(value: unknown, limit: Limit, path = ''): string[] {
  if (value === undefined) return 'optional' in limit ? [] : [`${path}: missing`]
  switch (limit.kind) {
    case 'text': {
      const ok = typeof value === 'string' && [...value].length >= limit.least && [...value].length <= limit.most && (limit.like?.test(value) ?? true)
      return ok ? [] : [`${path}: ${JSON.stringify(value)}`]
    }
    case 'amount': {
      const ok = typeof value === 'number' && value >= limit.least && value <= limit.most && Number(value.toFixed(limit.decimals)) === value
      return ok ? [] : [`${path}: ${JSON.stringify(value)}`]
    }
    case 'list':
      if (!Array.isArray(value) || value.length === 0 || value.length > limit.most) return [`${path}: no list of 1 to ${limit.most}`]
      return value.flatMap((one, index) => breaches(one, limit.of, `${path}[${index}]`))
    case 'shape': {
      if (typeof value !== 'object' || value === null) return [`${path}: no object`]
      const unknown = Object.keys(value).filter((name) => !(name in limit.fields))
      return [
        ...unknown.map((name) => `${path}.${name}: unknown`),
        ...Object.entries(limit.fields).flatMap(([name, field]) => breaches(Reflect.get(value, name), field, `${path}.${name}`)),
      ]
    }
  }
}
