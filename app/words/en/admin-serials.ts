/** /admin/settings/numbers */

export const title = 'Invoice numbering'
export const intro =
  'Each document type has its own series, numbered without gaps in each financial year. A series in use continues until 31 March; a new prefix then starts on 1 April. A full series continues by itself under another prefix.'
export const settings = 'Settings'
export const failed = 'The series could not be loaded'
export const failedText = 'Nothing was changed.'
export const notSaved = 'The series was not saved. Your changes are still here.'
export const kinds = { tax_invoice: 'Tax invoices', bill_of_supply: 'Bills of supply', credit_note: 'Credit notes' } as const
export const kindHints = {
  tax_invoice: 'Issued when an order is accepted, including invoice-cum-bills of supply.',
  bill_of_supply: 'For goods without GST, and for all goods of a shop without a GSTIN.',
  credit_note: 'Issued when an accepted order is cancelled.',
} as const
export const prefix = (kind: string) => `Prefix of ${kind.toLowerCase()}`
export const digits = (kind: string) => `Digits of ${kind.toLowerCase()}`
export const digitsOf = (digits: number) => `${digits} (up to ${(10 ** digits - 1).toLocaleString('en-IN')} a year)`
export const last = 'Last issued'
export const none = (year: string) => `none in ${year}`
export const next = 'Next'
export const length = 'Length'
export const ofSixteen = (count: number) => `${count} of 16`
export const full = 'The series is full'
export const fromNow = 'From the next document'
export const from = (day: string) => `From ${day}`
export const willWait = (last: string) => `${last} has been issued this year, so the series continues until 31 March.`
export const savedNow = (kind: string) => `${kind}: the next number uses the new prefix`
export const savedFrom = (kind: string, day: string) => `${kind}: the new prefix starts on ${day}`
export const errors = {
  characters: 'Capital letters, digits, and hyphens between them',
  zero: 'The first character cannot be 0: the e-invoice portal refuses such numbers',
  digits: 'Four to eight digits',
  too_long: 'With the year and its slashes this would be longer than the 16 characters that rule 46 allows',
  reserved: 'CMP is reserved for complaints',
  taken: 'Another series uses or used this prefix',
} as const
export const stale = 'Someone else changed this series. The current prefix is shown; your change was not saved.'
export const historyOf = (kind: string) => `History: ${kind.toLowerCase()}`
