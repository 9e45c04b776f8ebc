import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { readLogo } from './brand.ts'
import type { Logo } from './brand.ts'
import { readOpeningHours } from './opening-hours.ts'
import type { OpeningHours } from './opening-hours.ts'

/** The demo's brand: only a store of this name shows the signs that belong to it, such as the wordmark and the emblem on documents. */
export const DEMO_BRAND = 'Shringar'

/**
 * Every setting of the shop, with the default for a missing or empty column (docs/rules.md). Money in paise, rates in percent. A column
 * has the setting's name in snake case; READERS below defines how it is read.
 */
export const DEFAULT_SETTINGS = {
  storeName: DEMO_BRAND,
  legalName: DEMO_BRAND,
  address: '',
  city: '',
  /** GST code of the State from which the shop sells. */
  stateCode: '27',
  pincode: '',
  /** branches, one entry each; without the principal place of business */
  otherAddresses: [] as string[],
  gstin: null as string | null,
  email: '',
  phone: '',
  whatsapp: null as string | null,
  /** null: not stated anywhere */
  foundedYear: null as number | null,
  hours: [
    { days: 'Mon-Fri', opens: '9:00', closes: '18:00' },
    { days: 'Sat', opens: '10:00', closes: '16:00' },
    { days: 'Sun', opens: null, closes: null },
  ] as OpeningHours[],
  /** Network name → address. */
  social: {} as Record<string, string>,
  grievanceName: '',
  grievanceEmail: '',
  grievancePhone: '',
  pricesIncludeGst: true,
  /** One GST rate for every product; null applies each product's own (docs/rules.md#gst-rate). 0 for a shop without a GSTIN. */
  forcedGstPercent: 18 as number | null,
  showGstBreakdown: false,
  freeDeliveryFrom: 150_000 as Paise,
  deliveryCharge: 10_000 as Paise,
  /** delivery costs differ by place (docs/decisions/0083-delivery-rates.md), so no page promises one charge for all */
  deliveryVaries: false,
  codEnabled: true,
  upiVpa: null as string | null,
  /** an order is cancelled if its UPI payment has not arrived after this many hours (docs/rules.md#order-before-payment) */
  upiUnpaidHours: 48,
  razorpayUnpaidMinutes: 30,
  /** how long after the delivery a customer may ask for a return (docs/rules.md#returns); 0: not at all */
  returnDays: 7,
  /** whether an admin switched it on and its keys are set */
  razorpayEnabled: false,
  demoMode: false,
  /** the shop's own logo, also for light grounds; null: its name is written */
  logo: null as Logo | null,
  logoDark: null as Logo | null,
  /** false: closed to the public (docs/decisions/0072-a-closed-shop.md) */
  isOpen: true,
  /** `#rrggbb`, readable (palette.ts); null: the default colours */
  accent: null as string | null,
  secondColour: null as string | null,
  /** in the footer; null: the shop's own text */
  footerText: null as string | null,
  /** a line at the top of every page, from one ISO moment until another (announcement.ts) */
  announcement: null as string | null,
  announcementLink: null as string | null,
  announcementFrom: null as string | null,
  announcementUntil: null as string | null,
}

/** The shop's one row of settings. */
export type StoreSettings = typeof DEFAULT_SETTINGS

/** Null: the column is empty, and the default applies. */
const READERS: { [Name in keyof StoreSettings]: (value: unknown) => StoreSettings[Name] | null } = {
  storeName: text,
  legalName: text,
  address: text,
  city: text,
  stateCode: text,
  pincode: text,
  otherAddresses: (value) => (text(value) ?? '').split('\n').flatMap((line) => text(line) ?? []),
  gstin: text,
  email: text,
  phone: text,
  whatsapp: text,
  foundedYear: number,
  hours: readOpeningHours,
  social: readLinks,
  grievanceName: text,
  grievanceEmail: text,
  grievancePhone: text,
  pricesIncludeGst: flag,
  forcedGstPercent: number,
  showGstBreakdown: flag,
  freeDeliveryFrom: money,
  deliveryCharge: money,
  deliveryVaries: flag,
  codEnabled: flag,
  upiVpa: text,
  upiUnpaidHours: number,
  razorpayUnpaidMinutes: number,
  returnDays: number,
  razorpayEnabled: flag,
  demoMode: flag,
  logo: readLogo,
  logoDark: readLogo,
  isOpen: flag,
  accent: colour,
  secondColour: colour,
  footerText: text,
  announcement: text,
  announcementLink: text,
  announcementFrom: text,
  announcementUntil: text,
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns that readSettings reads, for a select. */
export const settingsColumns = (): string[] => Object.keys(READERS).map(columnOf)

/** Reads the settings row as REST returns it. Throws RangeError when a number is invalid. */
export function readSettings(row: Record<string, unknown>): StoreSettings {
  const entries = Object.entries(READERS).map(([name, read]) => [name, read(row[columnOf(name)])] as const)
  const settings = { ...DEFAULT_SETTINGS, ...(Object.fromEntries(entries.filter(([, value]) => value !== null)) as Partial<StoreSettings>) }
  settings.legalName = text(row['legal_name']) ?? settings.storeName
  // null is a valid value here (each product's own rate); only a missing column leaves the default
  if (row['forced_gst_percent'] !== undefined) settings.forcedGstPercent = number(row['forced_gst_percent'])
  // A shop that is not registered must not collect GST (CGST Act s.32; docs/decisions/0029-settings.md): regardless of the settings,
  // every rate is nil, and the price shown is the price paid. A row read without the column leaves this open.
  if (row['gstin'] === undefined || settings.gstin !== null) return settings
  return { ...settings, pricesIncludeGst: true, forcedGstPercent: 0, showGstBreakdown: false }
}

/** A check of the table refuses colours in which words cannot be read. palette.ts is not imported: its code would be in every visitor's bundle. */
function colour(value: unknown): string | null {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
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
