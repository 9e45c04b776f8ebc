import { checkGstin } from '#domain/addresses/gstin.ts'
import { hundredths } from '#domain/money/money.ts'
import { isMobileNumber, mobileNumber } from '#domain/addresses/mobile-number.ts'
import { pincodeSentence } from '#domain/addresses/shipping.ts'
import { billedElsewhere } from '#domain/addresses/state-agreement.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/admin-settings.ts'
import type { SettingsColumns, SettingsRow } from '../../data/admin/settings.ts'
import type { FieldErrors } from '../../ui/form-alert.tsx'
import { checkDelivery, holidaysOf, holidaysText } from './delivery-draft.ts'

/** All values of the form: texts as typed, switches as set. The names are those of the columns, `hours.0.opens`, `social.instagram`. */
export type Draft = { [name: string]: string | boolean }

/** The networks that the home page shows. */
export const NETWORKS = ['instagram', 'youtube', 'facebook', 'whatsapp'] as const

/** The columns of one type: a missing column, or one of another type, is a compile error. */
type Of<Kind> = { [Name in keyof SettingsColumns as NonNullable<SettingsColumns[Name]> extends Kind ? Name : never]: true }
export const NUMBERS: Of<number> = {
  founded_year: true,
  forced_gst_percent: true,
  free_delivery_from: true,
  delivery_charge: true,
  upi_unpaid_hours: true,
  razorpay_unpaid_minutes: true,
  dispatch_days: true,
  transit_home_min: true,
  transit_home_max: true,
  transit_other_min: true,
  transit_other_max: true,
  transit_remote_min: true,
  transit_remote_max: true,
}
/** Texts that are null when empty. */
type Nullable = {
  [
    Name in keyof SettingsColumns as SettingsColumns[Name] extends string
      ? never
      : null extends SettingsColumns[Name]
        ? NonNullable<SettingsColumns[Name]> extends string
          ? Name
          : never
        : never
  ]: true
}
const NULLABLE: Nullable = { gstin: true, whatsapp: true, upi_vpa: true }

export function draftOf(row: SettingsRow): Draft {
  const draft: Draft = {}
  for (const [name, value] of Object.entries(row)) {
    if (!(name in say.labels) || name === 'hours' || name === 'social' || name === 'dispatch_holidays') continue
    draft[name] = typeof value === 'boolean' ? value : value === null ? '' : String(value)
  }
  row.hours.forEach(({ opens, closes }, at) => {
    draft[`hours.${at}.opens`] = opens ?? ''
    draft[`hours.${at}.closes`] = closes ?? ''
  })
  for (const network of NETWORKS) draft[`social.${network}`] = row.social[network] ?? ''
  draft['dispatch_holidays'] = holidaysText(row.dispatch_holidays)
  return draft
}

/** The columns that differ from the row, in the format of the API. Values that the form does not show (another social network) are kept. */
export function changesOf(draft: Draft, row: SettingsRow): Partial<SettingsColumns> {
  const before = draftOf(row)
  const changed = (prefix: string) => Object.keys(draft).some((name) => name.startsWith(prefix) && draft[name] !== before[name])
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(draft)) {
    if (name.includes('.') || value === before[name]) continue
    changes[name] = typeof value === 'boolean' ? value : wired(name, value.trim())
  }
  if (changed('hours.')) {
    const time = (name: string) => String(draft[name] ?? '').trim() || null
    changes.hours = row.hours.map(({ days }, at) => ({ days, opens: time(`hours.${at}.opens`), closes: time(`hours.${at}.closes`) }))
  }
  if (changed('social.')) {
    const links = NETWORKS.map((network) => [network, String(draft[`social.${network}`] ?? '').trim()] as const)
    const others = Object.entries(row.social).filter(([network]) => !(NETWORKS as readonly string[]).includes(network))
    changes.social = Object.fromEntries([...others, ...links.filter(([, link]) => link !== '')])
  }
  return changes
}

function wired(name: string, text: string): unknown {
  if (name === 'dispatch_holidays') return holidaysOf(text)
  if (name in NUMBERS) return text === '' ? null : Number(text)
  return text === '' && name in NULLABLE ? null : text
}

/** The errors by field; the database validates again. */
export function checkDraft(draft: Draft): FieldErrors {
  const errors: FieldErrors = {}
  const text = (name: string) => String(draft[name] ?? '').trim()
  const need = (name: string, fine: (text: string) => boolean, message: string) => {
    if (!fine(text(name))) errors[name] = message
  }
  const empty = (value: string) => value === ''
  const email = (value: string) => empty(value) || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)
  const whole = (least: number, most: number) => (value: string) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
  // The column has room for ten digits before the point.
  const rupees = (value: string) => /^\d{1,10}(\.\d{1,2})?$/.test(value) && hundredths(value) !== null
  need('store_name', (value) => !empty(value), say.missing)
  need('pincode', (value) => empty(value) || /^[1-9]\d{5}$/.test(value), say.wrong.pincode)
  const state = stateByCode(text('state_code'))
  const contradiction = state === null || errors.pincode ? null : pincodeSentence(text('pincode'), state)
  if (contradiction !== null) errors.pincode = contradiction
  const gstin = text('gstin')
  if (gstin !== '') {
    const checked = checkGstin(gstin)
    if (!checked.ok) errors.gstin = say.wrong.gstin
    else if (state === null || billedElsewhere(checked, state) !== null) errors.gstin = say.wrong.gstinState
  }
  need('email', email, say.wrong.email)
  need('founded_year', whole(1800, 2200), say.wrong.year)
  for (const name of Object.keys(draft).filter((key) => /^hours\.\d+\.opens$/.test(key))) {
    const [opens, closes] = [text(name), text(name.replace('opens', 'closes'))]
    const time = (value: string) => /^([01]?\d|2[0-3]):[0-5]\d$/.test(value)
    if (!(opens === '' && closes === '') && !(time(opens) && time(closes))) errors[name] = say.wrong.time
  }
  for (const network of NETWORKS) need(`social.${network}`, (value) => empty(value) || /^https:\/\/\S+$/.test(value), say.wrong.link)
  need('grievance_email', email, say.wrong.email)
  need('forced_gst_percent', (value) => empty(value) || (/^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100), say.wrong.percent)
  need('free_delivery_from', rupees, say.wrong.rupees)
  need('delivery_charge', rupees, say.wrong.rupees)
  need('whatsapp', (value) => empty(value) || isMobileNumber(mobileNumber(value)), say.wrong.whatsApp)
  Object.assign(errors, checkDelivery(text))
  need('upi_vpa', (value) => empty(value) || /^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(value), say.wrong.upi)
  need('upi_unpaid_hours', whole(1, 720), say.wrong.hours)
  need('razorpay_unpaid_minutes', whole(5, 1440), say.wrong.minutes)
  return errors
}
