import { hundredths, toPaise } from '#domain/money/money.ts'
import { readPinRanges, writePinRanges, MOST_PIN_RANGES } from '#domain/delivery/pin-ranges.ts'
import type { ZoneRow } from '#domain/delivery/zones.ts'
import * as say from '#words/admin-delivery.ts'
import type { DeliveryRates, RateChanges } from '../../../data/admin/settings/delivery-rates.ts'

/** As typed: kilograms and rupees; an empty weight is any weight, an empty value any value. */
export type RateDraft = { weight: string; goods: string; price: string }
export type ZoneDraft = { name: string; states: string[]; pins: string; rates: RateDraft[]; freeFrom: string; cod: boolean; daysMin: string; daysMax: string }
export type Draft = { zones: ZoneDraft[]; default_weight_grams: string; cod_fee: string; cod_minimum: string; cod_maximum: string }

export const newRate = (): RateDraft => ({ weight: '', goods: '', price: '' })
export const newZone = (): ZoneDraft => ({ name: '', states: [], pins: '', rates: [newRate()], freeFrom: '', cod: true, daysMin: '', daysMax: '' })

const typed = (value: number | null): string => (value === null ? '' : String(value))

export const draftOf = (row: DeliveryRates): Draft => ({
  zones: row.zones.map(({ name, states, pins, rates, free_from, cod, days }) => ({
    name,
    states: [...states],
    pins: writePinRanges(pins),
    rates: rates.map(({ weight_to, goods_from, price }) => ({
      weight: weight_to === null ? '' : String(weight_to / 1000),
      goods: goods_from === 0 ? '' : String(goods_from),
      price: String(price),
    })),
    freeFrom: typed(free_from),
    cod,
    daysMin: typed(days?.min ?? null),
    daysMax: typed(days?.max ?? null),
  })),
  default_weight_grams: String(row.default_weight_grams),
  cod_fee: String(row.cod_fee),
  cod_minimum: typed(row.cod_minimum),
  cod_maximum: typed(row.cod_maximum),
})

const MOST_RUPEES = 10_000_000
const MOST_PRICE = 100_000
const MOST_KILOGRAMS = 10_000

const isRupees = (text: string, most = MOST_RUPEES): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(text) && hundredths(text) !== null && Number(text) <= most
const isWeight = (text: string): boolean => /^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= MOST_KILOGRAMS
const isDays = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= 60
const orEmpty = (text: string, fine: (text: string) => boolean): boolean => text.trim() === '' || fine(text.trim())

/** The errors by field; a field of a zone is 'zones.0.name', one of its rates 'zones.0.rates.1.price'. */
export function checkDraft({ zones, ...draft }: Draft): Record<string, string> {
  const errors: Record<string, string> = {}
  const need = (fine: boolean, name: string, message: string) => {
    if (!fine) errors[name] ??= message
  }
  for (const [at, zone] of zones.entries()) {
    const field = (name: string) => `zones.${at}.${name}`
    const name = zone.name.trim().toLowerCase()
    need(name !== '', field('name'), say.wrong.name)
    need(zones.findIndex((other) => other.name.trim().toLowerCase() === name) === at || name === '', field('name'), say.wrong.sameName)
    const pins = readPinRanges(zone.pins)
    if (!pins.ok) errors[field('pins')] = say.wrong.pins(pins.part)
    else need(pins.pins.length <= MOST_PIN_RANGES, field('pins'), say.wrong.manyPins(MOST_PIN_RANGES))
    need(zone.states.length > 0 || zone.pins.trim() !== '', field('pins'), say.wrong.noPlace)
    const twice = zone.states.find((code) => zones.slice(0, at).some(({ states }) => states.includes(code)))
    need(twice === undefined, field('states'), say.wrong.state)
    for (const [place, { weight, goods, price }] of zone.rates.entries()) {
      need(orEmpty(weight, isWeight), field(`rates.${place}.weight`), say.wrong.weight)
      need(orEmpty(goods, isRupees), field(`rates.${place}.goods`), say.wrong.rupees)
      need(isRupees(price.trim(), MOST_PRICE) && Number(price) > 0, field(`rates.${place}.price`), say.wrong.price)
    }
    const open = zone.rates.some(({ weight, goods }) => weight.trim() === '' && (goods.trim() === '' || Number(goods) === 0))
    need(open, field('rates.0.price'), say.wrong.openRate)
    need(orEmpty(zone.freeFrom, isRupees), field('freeFrom'), say.wrong.rupees)
    const days = [zone.daysMin.trim(), zone.daysMax.trim()]
    need(days.every((text) => text === '') || days.every(isDays), field('daysMin'), say.wrong.days)
    need(!days.every(isDays) || Number(days[0]) <= Number(days[1]), field('daysMax'), say.wrong.mostDays)
  }
  const grams = draft.default_weight_grams.trim()
  need(/^\d{1,6}$/.test(grams) && Number(grams) >= 1 && Number(grams) <= 100_000, 'default_weight_grams', say.wrong.grams)
  need(isRupees(draft.cod_fee.trim(), MOST_PRICE), 'cod_fee', say.wrong.rupees)
  need(orEmpty(draft.cod_minimum, isRupees), 'cod_minimum', say.wrong.rupees)
  need(orEmpty(draft.cod_maximum, isRupees), 'cod_maximum', say.wrong.rupees)
  const [least, most] = [draft.cod_minimum.trim(), draft.cod_maximum.trim()]
  need(least === '' || most === '' || !isRupees(least) || !isRupees(most) || toPaise(least) <= toPaise(most), 'cod_maximum', say.wrong.codBounds)
  return errors
}

const numberOr = <Otherwise>(text: string, otherwise: Otherwise): number | Otherwise => (text.trim() === '' ? otherwise : Number(text))

/** A checked zone as the database has it. */
function zoneRow({ name, states, pins, rates, freeFrom, cod, daysMin, daysMax }: ZoneDraft): ZoneRow {
  const read = readPinRanges(pins)
  return {
    name: name.trim(),
    states,
    pins: read.ok ? read.pins : [],
    rates: rates.map(({ weight, goods, price }) => ({
      weight_to: weight.trim() === '' ? null : Math.round(Number(weight) * 1000),
      goods_from: numberOr(goods, 0),
      price: Number(price),
    })),
    free_from: numberOr(freeFrom, null),
    cod,
    days: daysMin.trim() === '' ? null : { min: Number(daysMin), max: Number(daysMax) },
  }
}

/** What a checked draft changes. */
export function rateChanges(changes: Partial<Draft>): RateChanges {
  const { zones, default_weight_grams, cod_fee, cod_minimum, cod_maximum } = changes
  return {
    ...(zones === undefined ? {} : { zones: zones.map(zoneRow) }),
    ...(default_weight_grams === undefined ? {} : { default_weight_grams: Number(default_weight_grams) }),
    ...(cod_fee === undefined ? {} : { cod_fee: Number(cod_fee) }),
    ...(cod_minimum === undefined ? {} : { cod_minimum: numberOr(cod_minimum, null) }),
    ...(cod_maximum === undefined ? {} : { cod_maximum: numberOr(cod_maximum, null) }),
  }
}
