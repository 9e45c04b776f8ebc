import type { Paise } from '../money/money.ts'
import { sumOf } from '../money/money.ts'
import type { DeliveryTerms } from './delivery.ts'
import { zoneOf } from './zones.ts'
import type { DeliveryTable, Rate, Zone } from './zones.ts'

/** What an order to one place costs to deliver and how it may be paid: all that a browser needs of the table. JSON. */
export type PlaceTerms = {
  /** null: as the settings say */
  zone: { rates: readonly Rate[]; freeFrom: Paise | null } | null
  /** false: the place is not known, and the rates are the lowest of all places */
  exact: boolean
  defaultWeight: number
  codFee: Paise
  codMinimum: Paise | null
  codMaximum: Paise | null
  /** what the courier takes to this place; neither: it is not served */
  prepaid: boolean
  cod: boolean
}

export function placeTerms(table: DeliveryTable, pincode: string, states: readonly string[]): PlaceTerms {
  return termsIn(table, zoneOf(table.zones, pincode, states), true)
}

const termsIn = ({ defaultWeight, codFee, codMinimum, codMaximum, pin }: DeliveryTable, zone: Zone | null, exact: boolean): PlaceTerms => ({
  zone: zone && { rates: zone.rates, freeFrom: zone.freeFrom },
  exact,
  defaultWeight,
  codFee,
  codMinimum,
  codMaximum,
  prepaid: pin?.prepaid ?? true,
  cod: (zone?.cod ?? true) && (pin?.cod ?? true),
})

/** While the place is not known: the lowest rates of all places, which are those of a zone that has all rates. */
export function lowestTerms(table: DeliveryTable, settings: DeliveryTerms): PlaceTerms {
  const open = { ...table, pin: null }
  if (table.zones.length === 0) return termsIn(open, null, true)
  const all = [...table.zones.flatMap(({ rates }) => rates), { weightTo: null, goodsFrom: 0, price: settings.deliveryCharge }]
  const rates = all.filter((rate, place) => !all.some((other, at) => at !== place && covers(other, rate) && (at < place || !covers(rate, other))))
  const freeFrom = Math.min(settings.freeDeliveryFrom, ...table.zones.map((zone) => zone.freeFrom ?? Infinity))
  return { ...termsIn(open, null, false), zone: { rates, freeFrom } }
}

/** Whether a rate applies wherever the other does, and costs no more. */
const covers = (rate: Rate, other: Rate): boolean =>
  (rate.weightTo ?? Infinity) >= (other.weightTo ?? Infinity) && rate.goodsFrom <= other.goodsFrom && rate.price <= other.price

type Weighed = { quantity: number; product: { weight_grams?: number | null } | null }

/**
 * The terms of an order's charges: the settings with the rates of its place for the weight of its goods, and the fee if it is paid on delivery.
 * The quote is then the same function of goods and terms in the browser and on the server.
 */
export function orderTerms<S extends DeliveryTerms>(
  settings: S,
  { zone, defaultWeight, codFee }: PlaceTerms,
  { lines, onDelivery }: { lines: readonly Weighed[]; onDelivery: boolean },
): S & DeliveryTerms & { codFee: Paise } {
  const terms = { ...settings, codFee: onDelivery ? codFee : 0 }
  if (zone === null) return terms
  const grams = sumOf(lines, ({ quantity, product }) => quantity * (product?.weight_grams ?? defaultWeight))
  const fitting = zone.rates.filter(({ weightTo }) => weightTo === null || grams <= weightTo)
  // The cheapest rate that applies counts, so each step is at most the one before it.
  const deliverySteps = [...new Set(fitting.map(({ goodsFrom }) => goodsFrom))]
    .sort((a, b) => a - b)
    .map((from) => ({ from, price: Math.min(...fitting.filter(({ goodsFrom }) => goodsFrom <= from).map(({ price }) => price)) }))
  return { ...terms, freeDeliveryFrom: zone.freeFrom ?? Infinity, deliverySteps }
}

export type PlaceRefusal = { code: 'PIN_NOT_SERVED' | 'ONLY_COD_HERE' | 'COD_NOT_HERE' } | { code: 'COD_MINIMUM' | 'COD_MAXIMUM'; /** paise */ limit: Paise }

/**
 * Why an order to this place cannot be paid so, or cannot be delivered at all; null if it can.
 *
 * @param method null while none is chosen
 * @param goodsTotal as the cart shows it, after discounts
 */
export function placeRefusal(
  { prepaid, cod, codMinimum, codMaximum }: Pick<PlaceTerms, 'prepaid' | 'cod' | 'codMinimum' | 'codMaximum'>,
  method: string | null,
  goodsTotal: Paise,
): PlaceRefusal | null {
  if (!prepaid && !cod) return { code: 'PIN_NOT_SERVED' }
  if (method === null) return null
  if (method !== 'cod') return prepaid ? null : { code: 'ONLY_COD_HERE' }
  if (!cod) return { code: 'COD_NOT_HERE' }
  if (codMinimum !== null && goodsTotal < codMinimum) return { code: 'COD_MINIMUM', limit: codMinimum }
  if (codMaximum !== null && goodsTotal > codMaximum) return { code: 'COD_MAXIMUM', limit: codMaximum }
  return null
}
