import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import type { Transit } from './delivery-days.ts'
import type { PinRange } from './pin-ranges.ts'

/** One price, GST included, for parcels of at most `weightTo` grams (null: any weight) and goods worth at least `goodsFrom`. */
export type Rate = { weightTo: number | null; goodsFrom: Paise; price: Paise }

/** Places with delivery rates of their own (docs/decisions/0083-delivery-rates.md). */
export type Zone = {
  name: string
  /** GST codes */
  states: readonly string[]
  pins: readonly PinRange[]
  rates: readonly Rate[]
  /** null: delivery is never free for its value */
  freeFrom: Paise | null
  cod: boolean
  /** null: as the settings say for the State */
  days: Transit | null
}

export const MOST_ZONES = 40
export const MOST_RATES = 20

/** What the shop knows about delivery to one PIN code, before its zone is chosen. */
export type DeliveryTable = {
  zones: readonly Zone[]
  /** grams of a product without a weight */
  defaultWeight: number
  codFee: Paise
  codMinimum: Paise | null
  codMaximum: Paise | null
  /** what the courier's list says about the PIN code; null: nothing */
  pin: { prepaid: boolean; cod: boolean } | null
}

/** Without any zone: delivery as the settings say. */
export const NO_ZONES: DeliveryTable = { zones: [], defaultWeight: 500, codFee: 0, codMinimum: null, codMaximum: null, pin: null }

/** As the database has a zone; rupees and grams. */
export type ZoneRow = {
  name: string
  states: string[]
  pins: PinRange[]
  rates: { weight_to: number | null; goods_from: number; price: number }[]
  free_from: number | null
  cod: boolean
  days: Transit | null
}

/** As `delivery_at()` answers; rupees and grams. */
export type DeliveryRow = {
  zones: ZoneRow[]
  default_weight_grams: number
  cod_fee: number
  cod_minimum: number | null
  cod_maximum: number | null
  pin: { prepaid: boolean; cod: boolean } | null
}

const money = (rupees: number | null): Paise | null => (rupees === null ? null : toPaise(rupees))

export const readZone = ({ rates, free_from, ...zone }: ZoneRow): Zone => ({
  ...zone,
  rates: rates.map(({ weight_to, goods_from, price }) => ({ weightTo: weight_to, goodsFrom: toPaise(goods_from), price: toPaise(price) })),
  freeFrom: money(free_from),
})

export const readDeliveryTable = (row: DeliveryRow): DeliveryTable => ({
  zones: row.zones.map(readZone),
  defaultWeight: row.default_weight_grams,
  codFee: toPaise(row.cod_fee),
  codMinimum: money(row.cod_minimum),
  codMaximum: money(row.cod_maximum),
  pin: row.pin,
})

/**
 * The zone of a place: that with the narrowest range that has the PIN code, otherwise the first with one of the States. Of two equal ranges the
 * first zone counts. Null: delivery costs what the settings say.
 *
 * @param states GST codes: that of the address, or all that share the PIN code's district, the most likely first
 */
export function zoneOf(zones: readonly Zone[], pincode: string, states: readonly string[]): Zone | null {
  const pin = Number(pincode)
  let best: { zone: Zone; width: number } | null = null
  for (const zone of zones)
    for (const { from, to } of zone.pins) if (from <= pin && pin <= to && (best === null || to - from < best.width)) best = { zone, width: to - from }
  return best?.zone ?? zones.find((zone) => zone.states.some((code) => code === states[0])) ?? null
}
