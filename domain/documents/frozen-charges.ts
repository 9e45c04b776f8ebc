import { CHARGE_LABELS } from '../quote/charges.ts'
import type { Charge } from '../quote/charges.ts'
import type { ChargeRow, DocumentFacts, DocumentFactsV1 } from './invoice-rows.ts'
import { toPaise, toRupees } from '../money/money.ts'

export function freezeCharges(charges: readonly Charge[]): ChargeRow[] {
  return charges.map(({ kind, label, cost, amount, taxable, gst, rate }) => ({
    kind,
    label,
    cost: toRupees(cost),
    amount: toRupees(amount),
    taxable: toRupees(taxable),
    gst: toRupees(gst),
    rate,
  }))
}

export function readCharges({ charges }: { charges: readonly ChargeRow[] }): Charge[] {
  return charges.map(({ kind, label, cost, amount, taxable, gst, rate }) => ({
    kind,
    label,
    cost: toPaise(cost),
    amount: toPaise(amount),
    taxable: toPaise(taxable),
    gst: toPaise(gst),
    rate,
  }))
}

/** The facts of a document in the current version. Version 1 had only delivery, in columns of its own; its stored bytes are never rewritten. */
export function readFacts(facts: DocumentFacts | DocumentFactsV1): DocumentFacts {
  if (facts.version !== 1) return facts
  const { shipping_cost, shipping_taxable, shipping_gst, ...order } = facts.order
  const delivery = { kind: 'delivery', label: CHARGE_LABELS.delivery, cost: shipping_cost, amount: shipping_cost, rate: null }
  return { ...facts, version: 2, order: { ...order, charges: [{ ...delivery, taxable: shipping_taxable, gst: shipping_gst }] } }
}
