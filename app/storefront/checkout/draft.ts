import type { SavedAddress } from '../../data/account/addresses.ts'
import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'
import { addressValues } from '../../ui/address-values.ts'
import type { AddressValues } from '../../ui/address-values.ts'

export type CheckoutDraft = {
  /** whose it is: on a shared machine one buyer's address is not offered to the next */
  userId: string
  values: AddressValues
  /** a saved address that was chosen; null while a new one is typed */
  savedId: string | null
  payment: string | null
  /** a coupon's code as it was typed */
  coupon: string | null
}

const NAME = 'checkout-draft'

/** The texts of a saved address; one without an e-mail address takes the account's. */
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
