import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { readOpeningHours } from './opening-hours.ts'
import type { OpeningHours } from './opening-hours.ts'

/** The store's one row of settings; money in paise, rates in percent. */
export type StoreSettings = {
  storeName: string
  legalName: string
  address: string
  city: string
  /** GST code of the State the shop sells from. */
  stateCode: string
  pincode: string
  /** branches, one entry each; without the principal place */
  otherAddresses: string[]
  gstin: string | null
  email: string
  phone: string
  whatsapp: string | null
  foundedYear: number
  hours: OpeningHours[]
  /** Network name → address. */
  social: Record<string, string>
  grievanceName: string
  grievanceEmail: string
  grievancePhone: string
  pricesIncludeGst: boolean
  /** One GST rate for every product; null lets each product's own apply (docs/rules.md#gst-rate). 0 for a shop without a GSTIN. */
  forcedGstPercent: number | null
  showGstBreakdown: boolean
  freeDeliveryFrom: Paise
  deliveryCharge: Paise
  codEnabled: boolean
  upiVpa: string | null
  /** after this many hours an order whose UPI payment did not come is cancelled (docs/rules.md#order-before-payment) */
  upiUnpaidHours: number
  razorpayUnpaidMinutes: number
  /** an admin switched it on, and its keys are set */
  razorpayEnabled: boolean
  demoMode: boolean
}

/** What holds where a column is missing or empty: the defaults of docs/rules.md. */
export const DEFAULT_SETTINGS: StoreSettings = {
  storeName: 'Shringar',
  legalName: 'Shringar',
  address: '',
  city: '',
  stateCode: '27',
  pincode: '',
  otherAddresses: [],
  gstin: null,
  email: '',
  phone: '',
  whatsapp: null,
  foundedYear: 2010,
  hours: [
    { days: 'Mon-Fri', opens: '9:00', closes: '18:00' },
    { days: 'Sat', opens: '10:00', closes: '16:00' },
    { days: 'Sun', opens: null, closes: null },
  ],
  social: {},
  grievanceName: '',
  grievanceEmail: '',
  grievancePhone: '',
  pricesIncludeGst: true,
  forcedGstPercent: 18,
  showGstBreakdown: false,
  freeDeliveryFrom: 150_000,
  deliveryCharge: 10_000,
  codEnabled: true,
  upiVpa: null,
  upiUnpaidHours: 48,
  razorpayUnpaidMinutes: 30,
  razorpayEnabled: false,
  demoMode: false,
}

/** Reads the settings row as REST returns it. Throws RangeError where a number is not one. */
export function readSettings(row: Record<string, unknown>): StoreSettings {
  const defaults = DEFAULT_SETTINGS
  const gstin = text(row.gstin)
  // Who is not registered may not collect GST (CGST Act s.32; docs/decisions/0029-settings.md): whatever the switches say,
  // every rate is nil, and so the price shown is the price paid. Only a row that was read without the column says nothing.
  const unregistered = row.gstin !== undefined && gstin === null
  return {
    storeName: text(row.store_name) ?? defaults.storeName,
    legalName: text(row.legal_name) ?? text(row.store_name) ?? defaults.legalName,
    address: text(row.address) ?? defaults.address,
    city: text(row.city) ?? defaults.city,
    stateCode: text(row.state_code) ?? defaults.stateCode,
    pincode: text(row.pincode) ?? defaults.pincode,
    otherAddresses: (text(row.other_addresses) ?? '').split('\n').flatMap((line) => text(line) ?? []),
    gstin,
    email: text(row.email) ?? defaults.email,
    phone: text(row.phone) ?? defaults.phone,
    whatsapp: text(row.whatsapp),
    foundedYear: number(row.founded_year) ?? defaults.foundedYear,
    hours: readOpeningHours(row.hours) ?? defaults.hours,
    social: readLinks(row.social),
    grievanceName: text(row.grievance_name) ?? defaults.grievanceName,
    grievanceEmail: text(row.grievance_email) ?? defaults.grievanceEmail,
    grievancePhone: text(row.grievance_phone) ?? defaults.grievancePhone,
    pricesIncludeGst: unregistered || flag(row.prices_include_gst, defaults.pricesIncludeGst),
    // null is a decision here (each product's own rate), only an absent column is not
    forcedGstPercent: unregistered ? 0 : row.forced_gst_percent === undefined ? defaults.forcedGstPercent : number(row.forced_gst_percent),
    showGstBreakdown: !unregistered && flag(row.show_gst_breakdown, defaults.showGstBreakdown),
    freeDeliveryFrom: money(row.free_delivery_from) ?? defaults.freeDeliveryFrom,
    deliveryCharge: money(row.delivery_charge) ?? defaults.deliveryCharge,
    codEnabled: flag(row.cod_enabled, defaults.codEnabled),
    upiVpa: text(row.upi_vpa),
    upiUnpaidHours: number(row.upi_unpaid_hours) ?? defaults.upiUnpaidHours,
    razorpayUnpaidMinutes: number(row.razorpay_unpaid_minutes) ?? defaults.razorpayUnpaidMinutes,
    razorpayEnabled: flag(row.razorpay_enabled, defaults.razorpayEnabled),
    demoMode: flag(row.demo_mode, defaults.demoMode),
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function flag(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

function money(value: unknown): Paise | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'number' && typeof value !== 'string') throw new RangeError(`Not an amount: ${JSON.stringify(value)}`)
  return toPaise(value)
}

function number(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const read = Number(value)
  if (!Number.isFinite(read)) throw new RangeError(`Not a number: ${JSON.stringify(value)}`)
  return read
}

function readLinks(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).flatMap(([name, address]) => (text(address) === null ? [] : [[name, String(address).trim()]])))
}
