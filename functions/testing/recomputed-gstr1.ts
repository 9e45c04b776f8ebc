/**
 * An independent computation of the return's tables, without domain/: from the sales, in BigInt paise, according to
 * docs/india.md#reports. A mistake is only missed if it is made in both places.
 */
import { parts } from './recomputed-return.ts'
import type { Amounts, Sale } from './recomputed-return.ts'

/** `hsn`: per line of the cart. Months as '2026-11'; null: not cancelled. */
export type FiledSale = { sale: Sale; hsn: string[]; issued: string; takenBack: string | null }

/** By `b2b 29 18`, `b2cl 29 18`, `b2cs 27 5`, `cdnr 29 18`, `cdnur 29 18`, `nil INTRB2B`: table, place of supply, rate. */
export type RecomputedTables = { tables: Map<string, Amounts>; hsn: Map<string, Amounts & { quantity: bigint }> }

const LAKH = 10_000_000n

function add<T extends Record<string, bigint>>(map: Map<string, T>, key: string, more: T): void {
  const sum = map.get(key)
  map.set(key, sum ? (Object.fromEntries(Object.entries(sum).map(([name, value]) => [name, value + (more[name] ?? 0n)])) as T) : more)
}

const times = ({ taxable, cgst, sgst, igst }: Amounts, sign: bigint): Amounts => ({
  taxable: taxable * sign,
  cgst: cgst * sign,
  sgst: sgst * sign,
  igst: igst * sign,
})

/** The return of one month and one State's registration. */
export function recomputeGstr1(sales: FiledSale[], sellerState: string, month: string): RecomputedTables {
  const found: RecomputedTables = { tables: new Map(), hsn: new Map() }
  for (const filed of sales.filter(({ sale }) => sale.sellerRegistered && sale.sellerState === sellerState)) {
    if (filed.issued === month) file(found, filed, 1n)
    if (filed.takenBack === month) file(found, filed, -1n)
  }
  return found
}

function file({ tables, hsn }: RecomputedTables, { sale, hsn: codes }: FiledSale, sign: bigint): void {
  const across = sale.sellerState !== sale.buyerState
  const all = parts(sale)
  const worth = all.reduce((sum, { amounts: one }) => sum + one.taxable + one.cgst + one.sgst + one.igst, 0n)
  const large = across && !sale.buyerRegistered && worth > LAKH
  for (const { rate, amounts } of all) {
    const place = `${sale.buyerState} ${Number(rate) / 100}`
    if (rate === 0n) add(tables, `nil ${across ? 'INTR' : 'INTRA'}${sale.buyerRegistered ? 'B2B' : 'B2C'}`, times(amounts, sign))
    else if (sale.buyerRegistered) add(tables, `${sign > 0n ? 'b2b' : 'cdnr'} ${place}`, amounts)
    else if (large) add(tables, `${sign > 0n ? 'b2cl' : 'cdnur'} ${place}`, amounts)
    else add(tables, `b2cs ${place}`, times(amounts, sign))
  }

  // first the lines in the cart's order, then delivery, one part per rate
  const lines = all.slice(0, sale.cart.length)
  const row = (code: string, rate: bigint) => `${sale.buyerRegistered ? 'b2b' : 'b2c'} ${code} ${Number(rate) / 100}`
  lines.forEach(({ rate, amounts }, index) =>
    add(hsn, row(codes[index] ?? '', rate), { ...times(amounts, sign), quantity: (sale.cart[index]?.quantity ?? 0n) * sign }),
  )
  for (const { rate, amounts } of all.slice(lines.length)) {
    const worthOf = new Map<string, bigint>()
    lines.forEach((line, index) => {
      if (line.rate === rate) worthOf.set(codes[index] ?? '', (worthOf.get(codes[index] ?? '') ?? 0n) + line.amounts.taxable)
    })
    const [[principal] = ['']] = [...worthOf].sort(([one, a], [other, b]) => (a === b ? (one < other ? -1 : 1) : a > b ? -1 : 1))
    add(hsn, row(principal, rate), { ...times(amounts, sign), quantity: 0n })
  }
}
