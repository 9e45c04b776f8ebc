import type { SavedAddress } from '../../data/addresses.ts'
import { readPersonal, writePersonal } from '../../data/personal-storage.ts'

/** The form's own texts by field name, checked or not: typed data survives a reload and a failed order. */
export type AddressValues = Record<AddressFieldName, string>
export const ADDRESS_FIELDS = ['pincode', 'state', 'city', 'address', 'full_name', 'phone', 'email', 'company_name', 'gstin'] as const
export type AddressFieldName = (typeof ADDRESS_FIELDS)[number]

export type CheckoutDraft = {
  /** whose it is: on a shared machine one buyer's address is not offered to the next */
  userId: string
  values: AddressValues
  /** a saved address that was chosen; null while a new one is typed */
  savedId: string | null
  payment: string | null
}

const NAME = 'checkout-draft'

export function addressValues(source: Partial<Record<AddressFieldName, string | null>>): AddressValues {
  return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, source[name] ?? ''])) as AddressValues
}

/** The texts of a saved address; one without an e-mail address takes the account's. */
export function savedValues(address: SavedAddress, email: string): AddressValues {
  return addressValues({ ...address, email: address.email ?? email })
}

/** The summary of faults reads from top to bottom like the form. */
export function inFormOrder(faults: Record<string, string>): Record<string, string> {
  const place = (name: string) => (ADDRESS_FIELDS as readonly string[]).indexOf(name)
  return Object.fromEntries(Object.entries(faults).toSorted(([a], [b]) => place(a) - place(b)))
}

export function readDraft(of: string): CheckoutDraft | null {
  const value = readPersonal('session', NAME)
  if (typeof value !== 'object' || value === null) return null
  const { userId, values, savedId, payment } = value as Partial<Record<keyof CheckoutDraft, unknown>>
  if (userId !== of || typeof values !== 'object' || values === null) return null
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    userId: of,
    values: addressValues(Object.fromEntries(texts)),
    savedId: typeof savedId === 'string' ? savedId : null,
    payment: typeof payment === 'string' ? payment : null,
  }
}

export function writeDraft(draft: CheckoutDraft | null): void {
  writePersonal('session', NAME, draft)
}
