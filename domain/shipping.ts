import { checkGstin } from './gstin.ts'
import type { GstinFault } from './gstin.ts'
import { stateOfPincode } from './pincodes.ts'
import { findState } from './states.ts'

/** A checked delivery address, by the names of the order's columns and of the form's fields. */
export type Shipping = {
  full_name: string
  company_name: string | null
  /** 15 characters, checksum verified */
  gstin: string | null
  address: string
  city: string
  /** the State's full name */
  state: string
  /** its GST code, the place of supply */
  stateCode: string
  pincode: string
  /** '' only on a manual order, as the telephone number of who comes to the counter */
  email: string
  /** ten digits */
  phone: string
}

export type ShippingField = Exclude<keyof Shipping, 'stateCode'>

export type ShippingCheck = { ok: true; shipping: Shipping } | { ok: false; fields: Record<string, string> }

/**
 * Every fault at once, a sentence per field; used by the checkout form, the address book and place-order alike.
 *
 * @param mayLack fields that may be empty: the shop writes an order down for who has no e-mail address
 */
export function checkShipping(input: unknown, mayLack: readonly ('email' | 'phone')[] = []): ShippingCheck {
  if (typeof input !== 'object' || input === null) return { ok: false, fields: { shipping: 'Enter a delivery address' } }
  const values = input as Record<string, unknown>
  const fields: Record<string, string> = {}

  const read = (field: ShippingField, limit: number, missing: string): string => {
    const text = oneLine(values[field])
    if (text === '') fields[field] = missing
    else if (text.length > limit) fields[field] = `Use at most ${limit} characters`
    return text
  }
  const optional = (field: ShippingField, limit: number): string | null => {
    const text = oneLine(values[field])
    if (text.length > limit) fields[field] = `Use at most ${limit} characters`
    return text === '' ? null : text
  }

  const fullName = read('full_name', 100, 'Enter your full name')
  const companyName = optional('company_name', 150)
  const gstin = optional('gstin', 30)
  const address = read('address', 300, 'Enter your address: house or shop, street, area')
  const city = read('city', 80, 'Enter your city')
  const stateText = read('state', 60, 'Choose your State')
  const pincode = read('pincode', 20, 'Enter your PIN code').replaceAll(' ', '')
  const contact = (field: 'email' | 'phone', limit: number, missing: string) =>
    mayLack.includes(field) ? (optional(field, limit) ?? '') : read(field, limit, missing)
  const email = contact('email', 254, 'Enter your email address')
  const phone = mobileNumber(contact('phone', 20, 'Enter your mobile number'))

  const note = (field: ShippingField, sound: boolean, sentence: string) => {
    if (!sound && !(field in fields)) fields[field] = sentence
  }
  const state = findState(stateText)
  note('state', state !== null, 'Choose a State or Union Territory from the list')
  note('pincode', isPincode(pincode), 'Enter a PIN code of 6 digits, like 400001')
  note('email', isEmail(email) || (email === '' && mayLack.includes('email')), 'Enter an email address like name@example.com')
  note(
    'phone',
    /^[6-9][0-9]{9}$/.test(phone) || (phone === '' && mayLack.includes('phone')),
    'Enter a mobile number of 10 digits that starts with 6, 7, 8 or 9',
  )
  const checkedGstin = gstin === null ? null : checkGstin(gstin)
  if (checkedGstin?.ok === false) note('gstin', false, GSTIN_SENTENCES[checkedGstin.reason])

  if (Object.keys(fields).length > 0 || !state || checkedGstin?.ok === false) return { ok: false, fields }
  return {
    ok: true,
    shipping: {
      full_name: fullName,
      company_name: companyName,
      gstin: checkedGstin?.gstin ?? null,
      address,
      city,
      state: state.name,
      stateCode: state.code,
      pincode,
      email,
      phone,
    },
  }
}

/** What looks wrong but does not stop an order: a PIN code or a GSTIN of another State (ruling 16, india.md). */
export function shippingWarnings(values: { state: string; pincode: string; gstin?: string | null }): Partial<Record<'pincode' | 'gstin', string>> {
  const warnings: Partial<Record<'pincode' | 'gstin', string>> = {}
  const state = findState(values.state)
  if (!state) return warnings
  const expected = stateOfPincode(values.pincode)
  if (isPincode(values.pincode) && expected.length > 0 && !expected.includes(state.code)) {
    const names = expected.map((code) => findState(code)?.name ?? code).join(' or ')
    warnings.pincode = `PIN code ${values.pincode} is usually in ${names}. Please check the PIN code and the State.`
  }
  const gstin = values.gstin ? checkGstin(values.gstin) : null
  if (gstin?.ok && gstin.state.code !== state.code) {
    warnings.gstin = `This GSTIN is registered in ${gstin.state.name}, the delivery goes to ${state.name}. GST follows the delivery address.`
  }
  return warnings
}

export const GSTIN_SENTENCES: Record<GstinFault, string> = {
  length: 'A GSTIN has 15 characters, like 29ABCDE1234F1ZW',
  shape: 'This is not a GSTIN. It looks like 29ABCDE1234F1ZW',
  state: 'A GSTIN starts with the code of a State, like 27 for Maharashtra',
  checksum: 'Please check the GSTIN: one of its characters seems mistyped',
}

export function isPincode(text: string): boolean {
  return /^[1-9][0-9]{5}$/.test(text)
}

/** Ten digits of a mobile number as people write it: with +91, 0, spaces, dots, hyphens or brackets. Anything else comes back unchanged. */
export function mobileNumber(text: string): string {
  const digits = text.replace(/[\s().-]/g, '')
  return /^(?:\+91|91(?=\d{10}$)|0)?(\d{10})$/.exec(digits)?.[1] ?? text
}

/** Enough to catch slips; only a message that arrives proves an address. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),;:]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}

/** Control characters and line breaks never reach a label, a mail header or an invoice. */
function oneLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ').trim() : ''
}
