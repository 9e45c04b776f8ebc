import { useState } from 'react'
import { askedToConfirm } from '#domain/addresses/shipping.ts'
import { stateOfPincode } from '#domain/addresses/pincodes.ts'
import { STATES, stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/checkout.tsx'
import { Field, SelectField, TextAreaField } from './field.tsx'
import type { AddressFieldName, AddressValues } from './address-values.ts'

type AddressFieldsProps = {
  values: AddressValues
  /** All errors of the values; each is shown once its field was left or the form was sent. */
  errors: Record<string, string>
  showAll: boolean
  onChange: (name: AddressFieldName, value: string) => void
}

const states = STATES.toSorted((a, b) => a.name.localeCompare(b.name))

/** The PIN code comes first, because it suggests the State; every suggestion stays editable (docs/rules.md#forms). */
export function AddressFields({ values, errors, showAll, onChange }: AddressFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [suggested, setSuggested] = useState<string | null>(null)
  const asked = askedToConfirm(values)

  const own = (name: AddressFieldName) => ({
    name,
    value: values[name],
    error: showAll || left.has(name) ? errors[name] : null,
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
    onBlur: () => (values[name] === '' ? undefined : setLeft((before) => new Set(before).add(name))),
  })

  function typePincode(text: string) {
    const pincode = text.replace(/[^\d ]/g, '').slice(0, 7)
    onChange('pincode', pincode)
    const state = stateByCode(stateOfPincode(pincode.replaceAll(' ', ''))[0] ?? '')
    // Do not overwrite a State that the buyer chose.
    if (!state || (values.state !== '' && values.state !== suggested)) return
    setSuggested(state.name)
    onChange('state', state.name)
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
      <Field {...own('full_name')} label={say.fullName} autoComplete="name" className="md:col-span-2" />
      <Field {...own('phone')} label={say.mobileNumber} type="tel" inputMode="tel" autoComplete="tel" hint={say.mobileHint} />
      <Field {...own('email')} label={say.email} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" hint={say.emailHint} />
      <Field {...own('company_name')} label={say.company} optional autoComplete="organization" />
      <Field
        {...own('gstin')}
        label={say.gstin}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={say.gstinHint}
        onChange={(event) => onChange('gstin', event.target.value.toUpperCase())}
      />
      {asked ? (
        <label className="flex cursor-pointer items-start gap-3 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700 md:col-span-2">
          <input
            type="checkbox"
            name="gstin_confirmed"
            className="mt-[3px] size-[18px] flex-none accent-plum-600"
            checked={values.gstin_confirmed === asked.confirmation}
            onChange={(event) => onChange('gstin_confirmed', event.target.checked ? asked.confirmation : '')}
          />
          {say.gstinElsewhere(asked.registered.name, asked.delivery.name)}
        </label>
      ) : null}
    </div>
  )
}
