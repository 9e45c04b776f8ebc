import { useState } from 'react'
import type { AddressFieldName, AddressValues } from './address-values.ts'

export type AddressPart = {
  values: AddressValues
  /** All errors of the values; each is shown once its field was left or the form was sent. */
  errors: Record<string, string>
  showAll: boolean
  onChange: (name: AddressFieldName, value: string) => void
}

type OwnField = { name: AddressFieldName; value: string; error: string | null; onChange: (event: { target: { value: string } }) => void; onBlur: () => void }

/** What the fields of an address have in common; a field is checked when it is left. */
export function useOwnField({ values, errors, showAll, onChange }: AddressPart): (name: AddressFieldName) => OwnField {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return (name) => ({
    name,
    value: values[name],
    error: showAll || left.has(name) ? (errors[name] ?? null) : null,
    onChange: (event) => onChange(name, event.target.value),
    onBlur: () => (values[name] === '' ? undefined : setLeft((before) => new Set(before).add(name))),
  })
}
