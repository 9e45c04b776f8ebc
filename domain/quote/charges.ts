import { chosenTerms, deliveryFor } from '../delivery/delivery.ts'
import type { DeliveryTerms } from '../delivery/delivery.ts'
import type { OrderChoices } from '../orders/order-choices.ts'
import { chargeTax, splitCharge } from '../tax/delivery-gst.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** What is paid in addition to the goods, by kind, with its name on screens, documents and in mails. Add new kinds of charges here. */
export const CHARGE_LABELS = { delivery: 'Delivery', cod: 'Cash on delivery fee' } as const

export type ChargeKind = keyof typeof CHARGE_LABELS

/** One charge of an order (docs/decisions/0048-charges.md). Money in paise. */
export type Charge = {
  kind: string
  label: string
  /** the cost before anything waives it */
  cost: Paise
  /** what is paid, GST included; 0 when it is free */
  amount: Paise
  taxable: Paise
  gst: Paise
  /** percent; null when the charge follows goods of several rates */
  rate: number | null
}

/** What the charges depend on, apart from the goods. `codFee`: of an order that is paid on delivery (domain/delivery/place-terms.ts). */
export type ChargeTerms = DeliveryTerms & { codFee?: Paise }

/** What is chosen for an order and changes its charges; a coupon is a discount instead. */
export type ChargeChoices = Omit<OrderChoices, 'couponCode'>

type Due = { kind: ChargeKind; cost: Paise; amount: Paise }

/** The charges for goods of this total, in display order. `freeDelivery`: a discount waives the delivery charge. */
export function chargesDue(goodsTotal: Paise, terms: ChargeTerms, choices: ChargeChoices, freeDelivery: boolean): Due[] {
  const { codFee = 0 } = terms
  const { cost, charge } = deliveryFor(goodsTotal, chosenTerms(terms, choices.delivery), freeDelivery)
  const due: Due[] = [{ kind: 'delivery', cost, amount: charge }]
  return codFee > 0 ? [...due, { kind: 'cod', cost: codFee, amount: codFee }] : due
}

/** Charges with their GST, which follows the goods (domain/tax/delivery-gst.ts). */
export function taxCharges(due: readonly Due[], goods: readonly { rate: number; taxable: Paise }[], interState: boolean): Charge[] {
  return due.map(({ kind, cost, amount }) => {
    const parts = splitCharge(amount, goods, interState)
    const gst = chargeTax(parts)
    return { kind, label: CHARGE_LABELS[kind], cost, amount, taxable: amount - gst, gst, rate: parts.length === 1 ? (parts[0]?.rate ?? null) : null }
  })
}

export function chargesTotal(charges: readonly Pick<Charge, 'amount'>[]): Paise {
  return sumOf(charges, ({ amount }) => amount)
}

/** What is paid for one kind of charge; 0 when the order has none. */
export function chargeOf(charges: readonly Pick<Charge, 'kind' | 'amount'>[], kind: ChargeKind): Paise {
  return chargesTotal(charges.filter((charge) => charge.kind === kind))
}
