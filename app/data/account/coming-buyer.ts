/**
 * The address that a new buyer typed while the confirmation mail was on its way. The link may open in another tab, so it is in the
 * storage of the device: for a day, for this email address alone, until the order is placed or the user signs out.
 */
import { readPersonal, writePersonal } from '../session/personal-storage.ts'

const KEEP_MS = 24 * 60 * 60 * 1000
const NAME = 'coming-buyer'

type Typed = Record<string, string>

const keyOf = (email: string): string => email.trim().toLowerCase()

export function keepTypedAddress(email: string, values: Typed, now = Date.now()): void {
  writePersonal('local', NAME, { email: keyOf(email), values, at: now })
}

/** The fields typed for this email address; null when there are none. */
export function typedAddress(email: string, now = Date.now()): Typed | null {
  const value = readPersonal('local', NAME)
  if (typeof value !== 'object' || value === null) return null
  const { email: of, values, at } = value as Partial<Record<'email' | 'values' | 'at', unknown>>
  if (of !== keyOf(email) || typeof at !== 'number' || now - at > KEEP_MS || at > now || typeof values !== 'object' || values === null) return null
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function forgetTypedAddress(): void {
  writePersonal('local', NAME, null)
}
