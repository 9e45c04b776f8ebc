import { useState } from 'react'
import { stateOfPincode } from '#domain/addresses/pincodes.ts'
import { gstinConfirmation } from '#domain/addresses/shipping.ts'
import { STATES, stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/admin-manual-order.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { BUYER_FIELDS } from './draft.ts'
import type { BuyerField, BuyerTexts, DraftErrors } from './draft.ts'

type BuyerFieldsProps = {
  texts: BuyerTexts
  collected: boolean
  errors: DraftErrors
  showAll: boolean
  /** false: the email address is not asked for */
  withEmail?: boolean
  onChange: (field: keyof BuyerTexts, text: string) => void
}

const states = STATES.toSorted((a, b) => a.name.localeCompare(b.name))

/** In the order in which staff ask on the phone: the person first, then the address. */
export function BuyerFields({ texts, collected, errors, showAll, withEmail = true, onChange }: BuyerFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const asked = gstinConfirmation(texts)
  const wrong = BUYER_FIELDS.some((field) => errors[field] !== undefined)
  const [open, setOpen] = useState(wrong)
  // Fields with errors are opened, and stay open while they are corrected.
  if (wrong && !open) setOpen(true)
  const own = (field: BuyerField) => ({
    name: field,
    value: texts[field],
    autoComplete: 'off',
    error: showAll || left.has(field) ? (errors[field] ?? null) : null,
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
    onBlur: () => (texts[field] === '' ? undefined : setLeft((before) => new Set(before).add(field))),
  })
  const place = [texts.address, `${texts.city} ${texts.pincode}`, texts.state].map((part) => part.trim()).filter(Boolean)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 cursor-pointer content-center font-[550] touch:min-h-11">
        {say.details} <span className="font-normal text-ink-2">{open || place.length === 0 ? '' : place.join(', ')}</span>
      </summary>
      <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-6">
        <Field {...own('full_name')} label={say.fullName} optional={collected} className="lg:col-span-2" />
        <Field {...own('phone')} label={say.phone} optional={collected} type="tel" inputMode="tel" className="lg:col-span-2" />
        {withEmail ? (
          <Field {...own('email')} label={say.email} optional type="email" inputMode="email" autoCapitalize="none" className="lg:col-span-2" />
        ) : null}
        <Field {...own('address')} label={say.address} optional={collected} className="sm:col-span-2 lg:col-span-3" />
        <Field
          {...own('pincode')}
          label={say.pincode}
          optional={collected}
          inputMode="numeric"
          onChange={(event) => {
            onChange('pincode', event.target.value)
            const state = stateByCode(stateOfPincode(event.target.value.replaceAll(' ', ''))[0] ?? '')
            if (state && texts.state === '') onChange('state', state.name)
          }}
        />
        <Field {...own('city')} label={say.city} optional={collected} className="lg:col-span-2" />
        <SelectField {...own('state')} label={say.state} optional={collected} className="lg:col-span-2">
          <option value="">{say.chooseState}</option>
          {states.map((state) => (
            <option key={state.code} value={state.name}>
              {state.name}
            </option>
          ))}
        </SelectField>
        <Field {...own('company_name')} label={say.company} optional className="lg:col-span-2" />
        <Field
          {...own('gstin')}
          label={say.gstin}
          optional
          autoCapitalize="characters"
          spellCheck={false}
          className="lg:col-span-2"
          onChange={(event) => onChange('gstin', event.target.value.toUpperCase())}
        />
        {asked ? (
          <label className="flex min-h-9 touch:min-h-11 cursor-pointer items-center gap-2 sm:col-span-2 lg:col-span-6">
            <input
              type="checkbox"
              className="tick flex-none"
              checked={texts.gstin_confirmed === asked.confirmation}
              onChange={(event) => onChange('gstin_confirmed', event.target.checked ? asked.confirmation : '')}
            />
            {say.gstinElsewhere(asked.registered.name, asked.delivery.name)}
          </label>
        ) : null}
      </div>
    </details>
  )
}
