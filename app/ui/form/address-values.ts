/** The fields of an address form, from top to bottom. */
export const ADDRESS_FIELDS = ['pincode', 'state', 'city', 'address', 'full_name', 'phone', 'email', 'gstin', 'company_name', 'gstin_confirmed'] as const
export type AddressFieldName = (typeof ADDRESS_FIELDS)[number]
export type AddressValues = Record<AddressFieldName, string>

/** `gstin_confirmed` is ticked, not typed: which States the buyer has confirmed (domain/addresses/state-agreement.ts). */
export function addressValues(source: Partial<Record<AddressFieldName, string | null>>): AddressValues {
  return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, source[name] ?? ''])) as AddressValues
}

/** Sorts the errors into the order of the form, so that the summary matches it. */
export function inFormOrder(errors: Record<string, string>): Record<string, string> {
  const place = (name: string) => (ADDRESS_FIELDS as readonly string[]).indexOf(name)
  return Object.fromEntries(Object.entries(errors).toSorted(([a], [b]) => place(a) - place(b)))
}
