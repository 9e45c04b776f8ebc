import { gstinConfirmation } from '#domain/addresses/shipping.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import type { LastOrder } from '../../data/orders/last-order.ts'
import { addressValues } from '../../ui/form/address-values.ts'
import type { AddressValues } from '../../ui/form/address-values.ts'
import { savedValues } from './draft.ts'
import type { CheckoutDraft } from './draft.ts'

type Known = {
  /** the default first, then the newest */
  addresses: readonly SavedAddress[]
  last: LastOrder | null
  /** what a new buyer typed before the account was confirmed */
  typed: Partial<AddressValues> | null
  /** what the profile knows of a new address */
  empty: AddressValues
  email: string
  /** the payment methods that can be chosen now */
  methods: readonly string[]
}

/**
 * What the checkout opens with: the default address, else that of the last order, else the newest saved one; the GSTIN and the payment
 * method of the last order (docs/rules.md#checkout). A method that is not offered any more, or not for this amount, is not chosen.
 */
export function firstDraft({ addresses, last, typed, empty, email, methods }: Known): Omit<CheckoutDraft, 'userId'> {
  const own = addresses.find((address) => address.is_default)
  const source = own ?? (last ? addresses.find((address) => isSame(address, last)) : addresses[0])
  const values = source ? savedValues(source, email) : last ? addressValues({ ...last, email: last.email || email }) : { ...empty, ...typed }
  if (last && mayBeInvoicedAs(values, last)) Object.assign(values, { gstin: last.gstin ?? '', company_name: last.company_name ?? '' })
  // The order service took the last order only with this confirmation, so the buyer has given it for the same two States.
  if (last && values.gstin === last.gstin && values.state === last.state) values.gstin_confirmed = gstinConfirmation(values)?.confirmation ?? ''
  const payment = last && methods.includes(last.payment_method) ? last.payment_method : methods.length === 1 ? (methods[0] ?? null) : null
  return {
    values,
    savedId: source?.id ?? null,
    save: false,
    payment,
    choices: NO_CHOICES,
    storeCredit: true,
    done: { address: source !== undefined || last !== null || typed !== null, invoice: true, payment: payment !== null },
  }
}

/** A GSTIN and a company belong together: those of the last order are not mixed with others that the address has. */
const mayBeInvoicedAs = (values: AddressValues, last: LastOrder): boolean =>
  ['', last.gstin].includes(values.gstin) && ['', last.company_name].includes(values.company_name)

const PLACE = ['full_name', 'address', 'city', 'state', 'pincode', 'phone'] as const

const isSame = (address: SavedAddress, last: LastOrder): boolean => PLACE.every((field) => address[field] === last[field])
