import { useState } from 'react'
import { checkShipping } from '#domain/addresses/shipping.ts'
import type { ShippingCheck } from '#domain/addresses/shipping.ts'
import { readDraft, writeDraft } from './draft.ts'
import type { AddressFieldName, AddressValues } from '../../ui/address-values.ts'
import type { CheckoutDraft } from './draft.ts'

export type Checkout = {
  draft: CheckoutDraft
  checked: ShippingCheck
  change: (name: AddressFieldName, value: string) => void
  choose: (savedId: string | null, values: AddressValues) => void
  pay: (method: string) => void
  redeem: (coupon: string | null) => void
}

/** The draft of this checkout, saved in the tab's storage on every change. */
export function useCheckout(userId: string, initial: () => Omit<CheckoutDraft, 'userId'>): Checkout {
  const [draft, setDraft] = useState<CheckoutDraft>(() => readDraft(userId) ?? { userId, ...initial() })
  const update = (change: (before: CheckoutDraft) => CheckoutDraft) =>
    setDraft((before) => {
      const next = change(before)
      writeDraft(next)
      return next
    })
  return {
    draft,
    checked: checkShipping(draft.values),
    change: (name, value) =>
      // The saved address stays chosen while the buyer confirms its GSTIN.
      update((before) => ({ ...before, savedId: name === 'gstin_confirmed' ? before.savedId : null, values: { ...before.values, [name]: value } })),
    choose: (savedId, values) => update((before) => ({ ...before, savedId, values })),
    pay: (method) => update((before) => ({ ...before, payment: method })),
    redeem: (coupon) => update((before) => ({ ...before, coupon })),
  }
}
