import { useState } from 'react'
import { checkShipping } from '#domain/addresses/shipping.ts'
import type { ShippingCheck } from '#domain/addresses/shipping.ts'
import type { BuyerChoices } from '#domain/orders/order-choices.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { followAddress, partOf, readDraft, withAddress, writeDraft } from './draft.ts'
import type { AddressFieldName, AddressValues } from '../../ui/form/address-values.ts'
import type { CheckoutDraft, Part } from './draft.ts'

export type Checkout = {
  draft: CheckoutDraft
  checked: ShippingCheck
  change: (name: AddressFieldName, value: string) => void
  choose: (savedId: string | null, address: AddressValues) => void
  keepAddress: (save: boolean) => void
  pay: (method: string) => void
  decide: (choices: Partial<BuyerChoices>) => void
  spendCredit: (spend: boolean) => void
  /** Opens parts, or closes them to their summary. */
  mark: (done: Partial<Record<Part, boolean>>) => void
}

type Buyer = { id: string; email: string; addresses: readonly SavedAddress[] }

/** The draft of this checkout, saved in the tab's storage on every change. */
export function useCheckout({ id: userId, email, addresses }: Buyer, initial: () => Omit<CheckoutDraft, 'userId'>): Checkout {
  const [draft, setDraft] = useState<CheckoutDraft>(() => {
    const kept = readDraft(userId)
    return kept ? followAddress(kept, addresses, email) : { userId, ...initial() }
  })
  const [known, setKnown] = useState(addresses)
  if (known !== addresses) {
    setKnown(addresses)
    setDraft(followAddress(draft, addresses, email))
  }
  const update = (change: (before: CheckoutDraft) => Partial<CheckoutDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...change(before) }
      writeDraft(next)
      return next
    })
  return {
    draft,
    checked: checkShipping(draft.values),
    change: (name, value) =>
      update(({ values, savedId, done }) => ({
        values: { ...values, [name]: value },
        // A saved address stays chosen while the buyer changes the invoice.
        savedId: partOf(name) === 'invoice' ? savedId : null,
        done: { ...done, [partOf(name)]: false },
      })),
    choose: (savedId, address) => update(({ values, done }) => ({ savedId, values: withAddress(values, savedId, address), done: { ...done, address: false } })),
    keepAddress: (save) => update(() => ({ save })),
    pay: (method) => update(({ done }) => ({ payment: method, done: { ...done, payment: false } })),
    decide: (choices) => update((before) => ({ choices: { ...before.choices, ...choices } })),
    spendCredit: (storeCredit) => update(({ done }) => ({ storeCredit, done: { ...done, payment: false } })),
    mark: (changes) => update(({ done }) => ({ done: { ...done, ...changes } })),
  }
}
