/**
 * An independent computation of the return's tables, without domain/: from the sales, in BigInt paise, according to
 * docs/india.md#reports. A mistake is only missed if it is made in both places.
 */
import { creditedParts } from './recomputed-credits.ts'
import type { Credit, CreditedPart } from './recomputed-credits.ts'
import { orderParts, parts, quantityOf } from './recomputed-return.ts'
import type { Amounts, Sale } from './recomputed-return.ts'

/** `hsn`: per line of the cart. Months as '2026-11'; null: not cancelled. `credits`: instead, notes for parts. */
export type FiledSale = { sale: Sale; hsn: string[]; issued: string; takenBack: string | null; credits?: Credit[] }

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
    if (filed.issued === month) file(found, filed, wholeOf(filed.sale), 1n)
    if (filed.takenBack === month) file(found, filed, wholeOf(filed.sale), -1n)
    for (const credit of filed.credits ?? []) if (credit.month === month) file(found, filed, creditedParts(filed.sale, credit), -1n)
  }
  return found
}

const wholeOf = (sale: Sale): CreditedPart[] =>
  parts(sale).map(({ rate, amounts, line }, place) => ({ rate, amounts, line: line ? place : null, units: line ? quantityOf(sale, place) : 0n }))

function file({ tables, hsn }: RecomputedTables, { sale, hsn: codes }: FiledSale, filed: CreditedPart[], sign: bigint): void {
  const across = sale.sellerState !== sale.buyerState
  const all = parts(sale)
  const worth = all.reduce((sum, { amounts: one }) => sum + one.taxable + one.cgst + one.sgst + one.igst, 0n)
  const large = across && !sale.buyerRegistered && worth > LAKH
  for (const { rate, amounts } of filed) {
    const place = `${sale.buyerState} ${Number(rate) / 100}`
    if (rate === 0n) add(tables, `nil ${across ? 'INTR' : 'INTRA'}${sale.buyerRegistered ? 'B2B' : 'B2C'}`, times(amounts, sign))
    else if (sale.buyerRegistered) add(tables, `${sign > 0n ? 'b2b' : 'cdnr'} ${place}`, amounts)
    else if (large) add(tables, `${sign > 0n ? 'b2cl' : 'cdnur'} ${place}`, amounts)
    else add(tables, `b2cs ${place}`, times(amounts, sign))
  }

  const row = (code: string, rate: bigint) => `${sale.buyerRegistered ? 'b2b' : 'b2c'} ${code} ${Number(rate) / 100}`
  // delivery counts with the most valuable goods of its rate in the order
  const lines = orderParts(sale).slice(0, sale.cart.length)
  for (const { rate, amounts, line, units } of filed) {
    if (line !== null) {
      add(hsn, row(codes[line] ?? '', rate), { ...times(amounts, sign), quantity: units * sign })
      continue
    }
    const worthOf = new Map<string, bigint>()
    lines.forEach((one, index) => {
      if (one.rate === rate) worthOf.set(codes[index] ?? '', (worthOf.get(codes[index] ?? '') ?? 0n) + one.amounts.taxable)
    })
    const [[principal] = ['']] = [...worthOf].sort(([one, a], [other, b]) => (a === b ? (one < other ? -1 : 1) : a > b ? -1 : 1))
    add(hsn, row(principal, rate), { ...times(amounts, sign), quantity: 0n })
  }
}
