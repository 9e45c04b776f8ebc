import type { SavedAddress } from '../../data/account/addresses.ts'
import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'
import { addressValues } from '../../ui/address-values.ts'
import type { AddressValues } from '../../ui/address-values.ts'

export type CheckoutDraft = {
  /** the buyer it belongs to: on a shared computer one buyer's address is not offered to the next */
  userId: string
  values: AddressValues
  /** the chosen saved address; null while the buyer types a new one */
  savedId: string | null
  payment: string | null
  /** the coupon code as typed */
  coupon: string | null
}

const NAME = 'checkout-draft'

/** The form values of a saved address. If it has no e-mail address, the account's is used. */
export function savedValues(address: SavedAddress, email: string): AddressValues {
  return addressValues({ ...address, email: address.email ?? email })
}

export function readDraft(of: string): CheckoutDraft | null {
  const value = readPersonal('session', NAME)
  if (typeof value !== 'object' || value === null) return null
  const { userId, values, savedId, payment, coupon } = value as Partial<Record<keyof CheckoutDraft, unknown>>
  if (userId !== of || typeof values !== 'object' || values === null) return null
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    userId: of,
    values: addressValues(Object.fromEntries(texts)),
    savedId: typeof savedId === 'string' ? savedId : null,
    payment: typeof payment === 'string' ? payment : null,
    coupon: typeof coupon === 'string' ? coupon : null,
  }
}

export function writeDraft(draft: CheckoutDraft | null): void {
  writePersonal('session', NAME, draft)
}
