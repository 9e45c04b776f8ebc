import type { OfflineReturn } from '#domain/gstr1/offline-json.ts'
import type { Amounts } from './recomputed-return.ts'
import type { RecomputedTables } from './recomputed-gstr1.ts'

type Flat = { tables: Record<string, Amounts>; hsn: Record<string, Amounts & { quantity: bigint }> }
type Detail = { txval: number; iamt?: number; camt?: number; samt?: number }

/** Converts rupees of a JSON number to paise, digit by digit. */
const paise = (rupees: number | undefined): bigint => BigInt(Math.round((rupees ?? 0) * 100))
const amountsOf = ({ txval, iamt, camt, samt }: Detail): Amounts => ({ taxable: paise(txval), cgst: paise(camt), sgst: paise(samt), igst: paise(iamt) })

/** The filed JSON with the keys of the recomputation, amounts in paise; rows without an amount are omitted in both. */
export function flattenReturn(filed: OfflineReturn): Flat {
  const tables = new Map<string, Amounts>()
  const hsn = new Map<string, Amounts & { quantity: bigint }>()
  const add = (key: string, more: Amounts) => {
    const sum = tables.get(key) ?? { taxable: 0n, cgst: 0n, sgst: 0n, igst: 0n }
    tables.set(key, { taxable: sum.taxable + more.taxable, cgst: sum.cgst + more.cgst, sgst: sum.sgst + more.sgst, igst: sum.igst + more.igst })
  }
  type Items = { itm_det: Detail & { rt: number } }[]
  const addItems = (table: string, pos: string, items: Items) => items.forEach(({ itm_det }) => add(`${table} ${pos} ${itm_det.rt}`, amountsOf(itm_det)))
  filed.b2b?.forEach(({ inv }) => inv.forEach(({ pos, itms }) => addItems('b2b', pos, itms)))
  filed.b2cl?.forEach(({ pos, inv }) => inv.forEach(({ itms }) => addItems('b2cl', pos, itms)))
  filed.b2cs?.forEach((row) => add(`b2cs ${row.pos} ${row.rt}`, amountsOf(row)))
  filed.cdnr?.forEach(({ nt }) => nt.forEach(({ pos, itms }) => addItems('cdnr', pos, itms)))
  filed.cdnur?.forEach(({ pos, itms }) => addItems('cdnur', pos, itms))
  filed.nil?.inv.forEach(({ sply_ty, nil_amt }) => add(`nil ${sply_ty}`, amountsOf({ txval: nil_amt })))
  for (const [kind, rows] of [
    ['b2b', filed.hsn?.hsn_b2b],
    ['b2c', filed.hsn?.hsn_b2c],
  ] as const) {
    rows?.forEach((row) => hsn.set(`${kind} ${row.hsn_sc} ${row.rt}`, { ...amountsOf(row), quantity: BigInt(row.qty) }))
  }
  return sortedReturn({ tables, hsn })
}

export function sortedReturn({ tables, hsn }: RecomputedTables): Flat {
  return { tables: something(tables), hsn: something(hsn) }
}

function something<T extends Record<string, bigint>>(rows: Map<string, T>): Record<string, T> {
  return Object.fromEntries([...rows].filter(([, row]) => Object.values(row).some((value) => value !== 0n)).sort(([a], [b]) => (a < b ? -1 : 1)))
}
