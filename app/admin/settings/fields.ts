import { isMobileNumber, mobileNumber } from '#domain/addresses/mobile-number.ts'
import { hundredths } from '#domain/money/money.ts'
import * as say from '#words/admin-settings.ts'
import type { SettingsColumns } from '../../data/admin/settings/settings.ts'

/** A check of the trimmed text: the message, or null. What compares several fields is in draft.ts. */
type Check = (text: string) => string | null
type Input = { hint?: string; type?: 'email' | 'tel'; inputMode?: 'numeric' | 'decimal'; maxLength?: number; check?: Check }

type TextField = Input & { kind: 'text'; nullWhenEmpty: boolean }
type NumberField = Input & { kind: 'number'; check: Check }
type AreaField = { kind: 'area'; rows: number; maxLength: number; hint?: string }
type FlagField = { kind: 'flag'; hint?: string }
/** `state`: a list of States; `own`: controls of its own, in settings-sections.tsx */
type OtherField = { kind: 'state' | 'own' }

/** The fields that fit a column: one that may be null is sent as null when it is empty, a number is always checked. */
type FieldOf<Value> =
  NonNullable<Value> extends boolean
    ? FlagField
    : NonNullable<Value> extends number
      ? NumberField
      : NonNullable<Value> extends string
        ? null extends Value
          ? TextField & { nullWhenEmpty: true }
          : (TextField & { nullWhenEmpty: false }) | AreaField | OtherField
        : AreaField | OtherField

export type SettingName = keyof SettingsColumns
export type SettingField = TextField | NumberField | AreaField | FlagField | OtherField

const text = (input: Input = {}) => ({ kind: 'text' as const, nullWhenEmpty: false as const, ...input })
const optional = (input: Input = {}) => ({ kind: 'text' as const, nullWhenEmpty: true as const, ...input })
const flag = (hint?: string): FlagField => ({ kind: 'flag', hint })
const test =
  (fine: (value: string) => boolean, message: string): Check =>
  (value) =>
    fine(value) ? null : message
const orEmpty = (fine: (value: string) => boolean, message: string) => test((value) => value === '' || fine(value), message)
const whole = (least: number, most: number, message: string, hint?: string): NumberField => ({
  kind: 'number',
  inputMode: 'numeric',
  maxLength: String(most).length,
  hint,
  check: test((value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most, message),
})
// The column has room for ten digits before the point.
const rupees: NumberField = {
  kind: 'number',
  inputMode: 'decimal',
  maxLength: 13,
  check: test((value) => /^\d{1,10}(\.\d{1,2})?$/.test(value) && hundredths(value) !== null, say.wrong.rupees),
}
const email = { type: 'email' as const, check: orEmpty((value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value), say.wrong.email) }
const days = (hint?: string) => whole(0, 60, say.wrong.days, hint)

/** Every setting as the form has it, in its order: control, length, hint and check. The database checks again. Labels are in admin-settings.ts. */
export const FIELDS: { readonly [Name in SettingName]: FieldOf<SettingsColumns[Name]> } = {
  store_name: text({ maxLength: 80, check: test((value) => value !== '', say.missing) }),
  legal_name: text({ hint: say.legalNameHint }),
  address: text({ maxLength: 400 }),
  city: text({ maxLength: 80 }),
  state_code: { kind: 'state' },
  pincode: text({ inputMode: 'numeric', maxLength: 6, check: orEmpty((value) => /^[1-9]\d{5}$/.test(value), say.wrong.pincode) }),
  other_addresses: { kind: 'area', rows: 2, maxLength: 2000, hint: say.otherAddressesHint },
  gstin: optional({ hint: say.gstinHint, maxLength: 15 }),
  founded_year: {
    kind: 'number',
    inputMode: 'numeric',
    maxLength: 4,
    hint: say.foundedYearHint,
    check: orEmpty((value) => /^\d{4}$/.test(value) && Number(value) >= 1800 && Number(value) <= 2200, say.wrong.year),
  },
  email: text(email),
  phone: text({ type: 'tel', maxLength: 40 }),
  whatsapp: optional({
    type: 'tel',
    maxLength: 40,
    hint: say.whatsAppHint,
    check: orEmpty((value) => isMobileNumber(mobileNumber(value)), say.wrong.whatsApp),
  }),
  hours: { kind: 'own' },
  social: { kind: 'own' },
  grievance_name: text({ maxLength: 120 }),
  grievance_email: text(email),
  grievance_phone: text({ type: 'tel', maxLength: 40 }),
  prices_include_gst: flag(say.pricesHint),
  forced_gst_percent: {
    kind: 'number',
    inputMode: 'decimal',
    maxLength: 6,
    hint: say.forcedHint,
    check: orEmpty((value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100, say.wrong.percent),
  },
  show_gst_breakdown: flag(),
  turnover_above_5_crore: flag(say.turnoverHint),
  invoice_per_parcel: flag(say.perParcelHint),
  free_delivery_from: rupees,
  delivery_charge: rupees,
  dispatch_days: days(say.dispatchHint),
  return_days: whole(0, 365, say.wrong.returnDays, say.returnDaysHint),
  transit_home_min: days(),
  transit_home_max: days(),
  transit_other_min: days(),
  transit_other_max: days(),
  transit_remote_min: days(),
  transit_remote_max: days(),
  dispatch_holidays: { kind: 'area', rows: 3, maxLength: 1000, hint: say.holidaysHint },
  cod_enabled: flag(),
  upi_vpa: optional({
    hint: say.upiHint,
    maxLength: 320,
    check: orEmpty((value) => /^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(value), say.wrong.upi),
  }),
  upi_unpaid_hours: whole(1, 720, say.wrong.hours),
  razorpay_enabled: flag(),
  razorpay_unpaid_minutes: whole(5, 1440, say.wrong.minutes),
  demo_mode: flag(),
}

/** The rows of each section. Delivery times and `own` settings have markup of their own. */
export const ROWS = {
  shop: [
    ['store_name', 'legal_name'],
    ['address'],
    ['city', 'state_code', 'pincode'],
    ['other_addresses'],
    ['gstin', 'founded_year'],
    ['email', 'phone', 'whatsapp'],
  ],
  grievance: [['grievance_name', 'grievance_email', 'grievance_phone']],
  gst: [['prices_include_gst'], ['forced_gst_percent'], ['show_gst_breakdown'], ['turnover_above_5_crore'], ['invoice_per_parcel']],
  delivery: [
    ['free_delivery_from', 'delivery_charge'],
    ['dispatch_days', 'return_days'],
  ],
  payment: [['cod_enabled'], ['upi_vpa', 'upi_unpaid_hours'], ['razorpay_enabled'], ['razorpay_unpaid_minutes']],
  demo: [['demo_mode']],
} satisfies Record<string, SettingName[][]>
