import type { Shipping } from '#domain/addresses/shipping.ts'
import * as say from '#words/checkout.tsx'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import type { AddressValues } from '../../ui/form/address-values.ts'
import { ExpectedDays } from './expected-days.tsx'
import { PartPanel } from './part.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import type { Checkout } from './use-checkout.ts'

type AddressPartProps = {
  open: boolean
  email: string
  addresses: readonly SavedAddress[]
  checkout: Checkout
  empty: AddressValues
  /** of the fields of this part, in their order */ errors: Record<string, string>
  shipping: Shipping | null
  attempt: number
  submitText: string
  onDone: () => void
}

export function AddressPart({ open, email, addresses, checkout, empty, errors, shipping, attempt, submitText, onDone }: AddressPartProps) {
  const { draft } = checkout
  if (!open) {
    // The summary stays while the invoice is being corrected.
    const shown = shipping ?? draft.values
    return (
      <PartPanel part="address" open={false} title={say.deliverTo} changes={say.theAddress}>
        <address className="leading-[1.5] not-italic [overflow-wrap:anywhere]">
          {shown.full_name}
          <br />
          {shown.address}
          <br />
          {shown.city} {shown.pincode}, {shown.state} · <span className="num">{shown.phone}</span>
        </address>
        <ExpectedDays pincode={shown.pincode} />
      </PartPanel>
    )
  }
  // The address of the draft may have been removed from the address book in the meantime.
  const savedId = addresses.some((address) => address.id === draft.savedId) ? draft.savedId : null
  const wrong = Object.keys(errors).length > 0
  return (
    <PartPanel part="address" open title={say.addressHeading}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          onDone()
        }}
      >
        <FormAlert attempt={attempt} fields={attempt > 0 ? errors : {}} />
        {addresses.length > 0 ? <SavedAddresses addresses={addresses} chosen={savedId} onChoose={checkout.choose} empty={empty} email={email} /> : null}
        {savedId === null || wrong ? (
          <>
            <AddressFields values={draft.values} errors={errors} showAll={attempt > 0} onChange={checkout.change} known={addresses} />
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                checked={draft.save}
                onChange={(event) => checkout.keepAddress(event.target.checked)}
                className="size-[18px] accent-plum-600"
              />
              {say.saveAddress}
            </label>
          </>
        ) : null}
        <Button type="submit" wide>
          {submitText}
        </Button>
      </form>
    </PartPanel>
  )
}
