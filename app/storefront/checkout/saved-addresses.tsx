import * as say from '#words/checkout.tsx'
import type { SavedAddress } from '../../data/account/addresses.ts'
import type { AddressValues } from '../../ui/form/address-values.ts'
import { savedValues } from './draft.ts'

type SavedAddressesProps = {
  addresses: readonly SavedAddress[]
  chosen: string | null
  onChoose: (id: string | null, values: AddressValues) => void
  empty: AddressValues
  email: string
}

/** The saved addresses as radio buttons, with a new address as one of them. */
export function SavedAddresses({ addresses, chosen, onChoose, empty, email }: SavedAddressesProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-[550]">{say.deliverTo}</legend>
      {addresses.map((address) => (
        <Choice key={address.id} checked={chosen === address.id} onChoose={() => onChoose(address.id, savedValues(address, email))}>
          <b className="block font-semibold">
            {address.full_name}
            {address.company_name ? `, ${address.company_name}` : ''}
          </b>
          <span className="text-ink-2">
            {address.address}, {address.city} {address.pincode}, {address.state} · {address.phone}
            {address.gstin ? say.andGstin(address.gstin) : ''}
          </span>
        </Choice>
      ))}
      <Choice checked={chosen === null} onChoose={() => onChoose(null, empty)}>
        <b className="font-semibold">{say.newAddress}</b>
      </Choice>
    </fieldset>
  )
}

function Choice({ checked, onChoose, children }: { checked: boolean; onChoose: () => void; children: React.ReactNode }) {
  return (
    <label className={`flex cursor-pointer gap-3 rounded-md border-[1.5px] px-4 py-3 ${checked ? 'border-plum-600 bg-plum-50' : 'border-control bg-surface'}`}>
      <input type="radio" name="saved-address" checked={checked} onChange={onChoose} className="mt-1 size-[18px] flex-none accent-plum-600" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </label>
  )
}
