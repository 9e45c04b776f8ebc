import type { ReactNode } from 'react'
import * as say from '#words/admin-payments.ts'
import type { Received } from '../../../data/admin/orders/payments.ts'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { fieldText } from '../../../ui/form/use-submit.ts'

type Method = Received['method']

export const isMethod = (name: string): name is Method => name in say.methods
const isByReference = (method: Method): boolean => method === 'upi' || method === 'bank'

/** The bank's reference as it was entered: '' where none is needed, null where it is not one. */
export function readReference(data: FormData, method: Method): string | null {
  if (!isByReference(method)) return ''
  const utr = fieldText(data, 'utr').trim()
  return /^[A-Za-z0-9]{6,35}$/.test(utr) ? utr : null
}

type MoneyFieldsProps = {
  method: Method
  onMethod: (method: Method) => void
  /** the field of the amount, if it is asked for */
  amount: ReactNode
  /** what the buyer entered */
  reference?: string | null
  errors?: FieldErrors
}

/** How money came, how much, and the bank's reference where it has one. */
export function MoneyFields({ method, onMethod, amount, reference = null, errors = {} }: MoneyFieldsProps) {
  return (
    <>
      <div className="grid gap-4 text-ink sm:grid-cols-2">
        <SelectField label={say.how} name="method" value={method} onChange={({ target }) => isMethod(target.value) && onMethod(target.value)}>
          {Object.entries(say.methods).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {amount}
      </div>
      {isByReference(method) ? (
        <Field
          label={say.utr}
          name="utr"
          autoComplete="off"
          maxLength={35}
          defaultValue={reference ?? ''}
          hint={say.utrHint}
          error={errors['utr']}
          className="text-ink"
        />
      ) : null}
    </>
  )
}
