import { gstinConfirmation } from '#domain/addresses/shipping.ts'
import * as say from '#words/checkout.tsx'
import { Field } from './field.tsx'
import { useOwnField } from './own-field.ts'
import type { AddressPart } from './own-field.ts'

/** Company and GSTIN for the invoice; a GSTIN of another State has to be confirmed (docs/decisions/0040-states-that-agree.md). */
export function InvoiceFields(part: AddressPart) {
  const { values, onChange } = part
  const own = useOwnField(part)
  const asked = gstinConfirmation(values)
  return (
    <div className="grid gap-[18px] md:grid-cols-2">
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
      <Field {...own('company_name')} label={say.company} optional autoComplete="organization" />
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
