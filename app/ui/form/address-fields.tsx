import { useState } from 'react'
import { cityOfPincode } from '#domain/addresses/cities.ts'
import { stateOfPincode } from '#domain/addresses/pincodes.ts'
import { STATES, stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/checkout.tsx'
import { Field, SelectField, TextAreaField } from './field.tsx'
import { useOwnField } from './own-field.ts'
import type { AddressFieldName } from './address-values.ts'
import type { AddressPart } from './own-field.ts'

type AddressFieldsProps = AddressPart & {
  /** addresses of the same customer, for the city */ known?: readonly { pincode: string; city: string }[]
  /** fields that are known already */ without?: readonly AddressFieldName[]
}

const states = STATES.toSorted((a, b) => a.name.localeCompare(b.name))

/** The PIN code comes first, because it suggests city and State; every suggestion stays editable (docs/rules.md#forms). */
export function AddressFields({ known = [], without = [], ...part }: AddressFieldsProps) {
  const { values, onChange } = part
  const own = useOwnField(part)
  const [suggested, setSuggested] = useState(() => suggestion(values.pincode, known))

  function typePincode(text: string) {
    const pincode = text.replace(/[^\d ]/g, '').slice(0, 7)
    onChange('pincode', pincode)
    const now = suggestion(pincode, known)
    for (const name of ['state', 'city'] as const) {
      const found = now[name]
      // Do not overwrite what the buyer typed or chose.
      if (found === null || (values[name] !== '' && values[name] !== suggested[name])) continue
      setSuggested((before) => ({ ...before, [name]: found }))
      onChange(name, found)
    }
  }

  return (
    <div className="grid gap-[18px] md:grid-cols-2">
      <Field {...own('pincode')} label={say.pinCode} inputMode="numeric" autoComplete="postal-code" onChange={(event) => typePincode(event.target.value)} />
      <SelectField {...own('state')} label={say.state} autoComplete="address-level1">
        <option value="">{say.choose}</option>
        {states.map((state) => (
          <option key={state.code} value={state.name}>
            {state.name}
          </option>
        ))}
      </SelectField>
      <Field {...own('city')} label={say.city} autoComplete="address-level2" className="md:col-span-2" />
      <TextAreaField {...own('address')} label={say.address} autoComplete="street-address" hint={say.addressHint} className="md:col-span-2" />
      {without.includes('full_name') ? null : <Field {...own('full_name')} label={say.fullName} autoComplete="name" className="md:col-span-2" />}
      <Field {...own('phone')} label={say.mobileNumber} type="tel" inputMode="tel" autoComplete="tel" hint={say.mobileHint} />
      {without.includes('email') ? null : (
        <Field {...own('email')} label={say.email} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" hint={say.emailHint} />
      )}
    </div>
  )
}

/** City and State of a PIN code, as far as they are known; a code that was cleared says nothing. */
function suggestion(pincode: string, known: readonly { pincode: string; city: string }[]): { state: string | null; city: string | null } {
  return { state: stateByCode(stateOfPincode(pincode.replaceAll(' ', ''))[0] ?? '')?.name ?? null, city: cityOfPincode(pincode, known) }
}
