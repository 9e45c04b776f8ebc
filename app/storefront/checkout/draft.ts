import { readChoices } from '#domain/orders/choices-body.ts'
import type { BuyerChoices } from '#domain/orders/order-choices.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'
import { addressValues } from '../../ui/form/address-values.ts'
import type { AddressFieldName, AddressValues } from '../../ui/form/address-values.ts'

/** The parts of the checkout that open in place. */
export const PARTS = ['address', 'invoice', 'payment'] as const
export type Part = (typeof PARTS)[number]

const INVOICE_FIELDS = ['company_name', 'gstin', 'gstin_confirmed'] as const satisfies readonly AddressFieldName[]
export const partOf = (name: string): Part => ((INVOICE_FIELDS as readonly string[]).includes(name) ? 'invoice' : 'address')

export type CheckoutDraft = {
  /** the buyer it belongs to: on a shared computer one buyer's address is not offered to the next */
  userId: string
  values: AddressValues
  /** the chosen saved address; null while the buyer types a new one */
  savedId: string | null
  /** whether the typed address is added to the address book */
  save: boolean
  payment: string | null
  choices: BuyerChoices
  /** whether the order spends the buyer's store credit */
  storeCredit: boolean
  /** parts that the buyer has finished, or that opened with known data: they are shown as a summary */
  done: Record<Part, boolean>
}

const NAME = 'checkout-draft'

/** The form values of a saved address. If it has no email address, the account's is used. */
export function savedValues(address: SavedAddress, email: string): AddressValues {
  return addressValues({ ...address, email: address.email ?? email })
}

/**
 * The values with another delivery address. Whom the invoice names is a part of its own (docs/decisions/0061-checkout-on-one-page.md): it
 * changes only with a saved address that has a company or a GSTIN of its own.
 */
export function withAddress(before: AddressValues, savedId: string | null, address: AddressValues): AddressValues {
  if (savedId !== null && (address.gstin !== '' || address.company_name !== '')) return address
  return { ...address, ...Object.fromEntries(INVOICE_FIELDS.map((name) => [name, before[name]])) }
}

/**
 * The draft with its saved address as that is now, open to be looked at, if it was corrected since it was chosen. What the invoice names stays as it
 * was typed.
 */
export function followAddress(draft: CheckoutDraft, addresses: readonly SavedAddress[], email: string): CheckoutDraft {
  const saved = addresses.find(({ id }) => id === draft.savedId)
  if (!saved) return draft
  const now = savedValues(saved, email)
  const names = Object.keys(now) as AddressFieldName[]
  if (names.every((name) => partOf(name) === 'invoice' || now[name] === draft.values[name])) return draft
  const kept = Object.fromEntries(INVOICE_FIELDS.map((name) => [name, draft.values[name]]))
  return { ...draft, values: { ...now, ...kept }, done: { ...draft.done, address: false } }
}

export function readDraft(of: string): CheckoutDraft | null {
  const value = readPersonal('session', NAME)
  if (typeof value !== 'object' || value === null) return null
  const { userId, values, savedId, save, payment, choices, storeCredit, done } = value as Partial<Record<keyof CheckoutDraft, unknown>>
  if (userId !== of || typeof values !== 'object' || values === null) return null
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const finished = (typeof done === 'object' && done !== null ? done : {}) as Partial<Record<Part, unknown>>
  return {
    userId: of,
    values: addressValues(Object.fromEntries(texts)),
    savedId: typeof savedId === 'string' ? savedId : null,
    save: save === true,
    payment: typeof payment === 'string' ? payment : null,
    choices: readChoices(choices),
    storeCredit: storeCredit !== false,
    done: { address: finished.address === true, invoice: finished.invoice === true, payment: finished.payment === true },
  }
}

export function writeDraft(draft: CheckoutDraft | null): void {
  writePersonal('session', NAME, draft)
}
