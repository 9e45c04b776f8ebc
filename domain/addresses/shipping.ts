import { checkGstin } from './gstin.ts'
import type { GstinError } from './gstin.ts'
import { isMobileNumber, mobileNumber } from './mobile-number.ts'
import { MISSING } from './shipping-sentences.ts'
import type { Reader } from './shipping-sentences.ts'
import { gstinMismatch, pincodeMismatch } from './state-agreement.ts'
import type { Disagreement } from './state-agreement.ts'
import { findState } from './states.ts'
import type { State } from './states.ts'
import { oneLine } from '../text/one-line.ts'

/** A valid delivery address, with the names of the order's columns and of the form's fields. */
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
  /** '' only on a manual order, as is the phone number of a buyer at the counter */
  email: string
  /** ten digits */
  phone: string
}

export type ShippingField = Exclude<keyof Shipping, 'stateCode'>

/** `codes`: for fields that are valid on their own but contradict the State. */
export type ShippingCheck =
  { ok: true; shipping: Shipping } | { ok: false; fields: Record<string, string>; codes?: Partial<Record<ShippingField, Disagreement>> }

/** `mayLack`: fields that may be empty, because the shop also enters orders for customers without an email address. */
export type ShippingTerms = { mayLack?: readonly ('email' | 'phone')[]; reader?: Reader }

/**
 * Returns all errors at once, with a sentence per field; used by the checkout form, the address book and the order service. A GSTIN of
 * another State passes with the `gstin_confirmed` of domain/addresses/state-agreement.ts.
 */
export function checkShipping(input: unknown, { mayLack = [], reader = 'buyer' }: ShippingTerms = {}): ShippingCheck {
  if (typeof input !== 'object' || input === null) return { ok: false, fields: { shipping: 'Enter a delivery address' } }
  const values = input as Record<string, unknown>
  const fields: Record<string, string> = {}
  const missing = MISSING[reader]

  const read = (field: keyof typeof missing, limit: number): string => {
    const text = oneLine(values[field])
    if (text === '') fields[field] = missing[field]
    else if (text.length > limit) fields[field] = `Use at most ${limit} characters`
    return text
  }
  const optional = (field: ShippingField, limit: number): string | null => {
    const text = oneLine(values[field])
    if (text.length > limit) fields[field] = `Use at most ${limit} characters`
    return text === '' ? null : text
  }

  const fullName = read('full_name', 100)
  const companyName = optional('company_name', 150)
  const gstin = optional('gstin', 30)
  const address = read('address', 300)
  const city = read('city', 80)
  const stateText = read('state', 60)
  const pincode = read('pincode', 20).replaceAll(' ', '')
  const contact = (field: 'email' | 'phone', limit: number) => (mayLack.includes(field) ? (optional(field, limit) ?? '') : read(field, limit))
  const email = contact('email', 254)
  const phone = mobileNumber(contact('phone', 20))

  const note = (field: ShippingField, sound: boolean, sentence: string) => {
    if (!sound && !(field in fields)) fields[field] = sentence
  }
  const state = findState(stateText)
  note('state', state !== null, 'Choose a State or Union Territory from the list')
  note('pincode', isPincode(pincode), 'Enter a PIN code of 6 digits, like 400001')
  note('email', isEmail(email) || (email === '' && mayLack.includes('email')), 'Enter an email address like name@example.com')
  note('phone', isMobileNumber(phone) || (phone === '' && mayLack.includes('phone')), 'Enter a mobile number of 10 digits that starts with 6, 7, 8 or 9')
  const checkedGstin = gstin === null ? null : checkGstin(gstin)
  if (checkedGstin?.ok === false) note('gstin', false, GSTIN_SENTENCES[checkedGstin.reason])

  const codes: Partial<Record<ShippingField, Disagreement>> = {}
  const contradiction = (field: 'pincode' | 'gstin', code: Disagreement, sentence: string | null) => {
    if (sentence === null || field in fields) return
    fields[field] = sentence
    codes[field] = code
  }
  if (state) {
    contradiction('pincode', 'PINCODE_STATE', pincodeSentence(pincode, state))
    const elsewhere = gstinMismatch(checkedGstin, state)
    const confirmed = elsewhere === null || values['gstin_confirmed'] === elsewhere.confirmation
    contradiction('gstin', 'GSTIN_STATE', confirmed ? null : gstinSentence(elsewhere.registered, state))
  }

  if (Object.keys(fields).length > 0 || !state || checkedGstin?.ok === false) return { ok: false, fields, ...(Object.keys(codes).length > 0 ? { codes } : {}) }
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

/** Explains why a PIN code and a State contradict each other; null if they do not. */
export function pincodeSentence(pincode: string, state: State): string | null {
  const elsewhere = pincodeMismatch(pincode, state)
  if (!isPincode(pincode) || elsewhere.length === 0) return null
  return `PIN code ${pincode} belongs to ${elsewhere.map(({ name }) => name).join(' or ')}. Please correct the PIN code or the State.`
}

function gstinSentence(registered: State, delivery: State): string {
  return `This GSTIN is registered in ${registered.name}, the delivery goes to ${delivery.name}. Please confirm that this is right.`
}

/** What the user has to confirm about the current values of an address form; null if nothing. */
export function gstinConfirmation(values: { state: string; gstin: string }): { registered: State; delivery: State; confirmation: string } | null {
  const delivery = findState(values.state)
  const elsewhere = delivery && gstinMismatch(values.gstin.trim() === '' ? null : checkGstin(values.gstin), delivery)
  return elsewhere && { ...elsewhere, delivery }
}

export const GSTIN_SENTENCES: Record<GstinError, string> = {
  length: 'A GSTIN has 15 characters, like 29ABCDE1234F1ZW',
  shape: 'This is not a GSTIN. It looks like 29ABCDE1234F1ZW',
  state: 'A GSTIN starts with the code of a State, like 27 for Maharashtra',
  checksum: 'Please check the GSTIN: one of its characters seems mistyped',
}

export function isPincode(text: string): boolean {
  return /^[1-9][0-9]{5}$/.test(text)
}

/** Catches typing errors only: the one proof of an address is a message that arrives. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),;:]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
