/** /admin/sales-analytics?view=gst: the GST return of a month (docs/decisions/0019-gstr1.md). */

export const heading = 'GST return (GSTR-1)'
export const month = 'Month'
export const earlier = 'Month before'
export const later = 'Month after'
export const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const
export const monthOf = (year: number, name: string) => `${name} ${year}`
export const issued = (invoices: string, notes: string) => `${invoices} and ${notes}`
export const invoices = (count: number) => (count === 1 ? '1 invoice' : `${count} invoices`)
export const notes = (count: number) => (count === 1 ? '1 credit note' : `${count} credit notes`)
export const failed = 'The return did not load.'
export const failedText = 'Nothing was changed. The documents are safe; please try again.'

export const downloadJson = 'Download for the portal'
export const jsonHint = 'A JSON file for the GST offline tool and the portal.'
export const noGstin = 'Without a GSTIN there is no return to file.'
export const downloadCsv = 'CSV'
export const csvOf = (table: string) => `${table}: download as CSV`
export const downloaded = (file: string) => `${file} downloaded`
export const downloadFailed = 'The file could not be created. Please try again.'

export const nothing = 'No documents this month'
export const nothingText = 'A nil return must still be filed: download the file for the portal.'

export const tables = 'Tables of the return'
export const table = 'Table'
export const what = 'Contents'
export const rows = 'Rows'
export const taxable = 'Taxable value'
export const cgst = 'CGST'
export const sgst = 'SGST / UTGST'
export const igst = 'IGST'
export const download = 'Download'
export const tableNames = {
  b2b: ['4', 'Invoices to registered buyers'],
  b2cl: ['5', 'Invoices above ₹1 lakh to unregistered buyers in other States'],
  b2cs: ['7', 'Other sales to unregistered buyers, by State and rate, net of credit notes'],
  exemp: ['8', 'Nil-rated goods'],
  cdnr: ['9B', 'Credit notes to registered buyers'],
  cdnur: ['9B', 'Credit notes for invoices of table 5'],
  hsn_b2b: ['12', 'Goods by HSN, registered buyers'],
  hsn_b2c: ['12', 'Goods by HSN, unregistered buyers'],
  docs: ['13', 'Numbers issued'],
} as const

export const summary = 'Tax of the month'
export const byKind = 'By kind of document'
export const kind = 'Kind'
export const kinds = {
  b2b: 'Invoices to registered buyers (B2B)',
  b2c: 'Invoices to others (B2C)',
  b2b_notes: 'Credit notes, B2B',
  b2c_notes: 'Credit notes, B2C',
} as const
export const documentsOf = 'Documents'
export const byRate = 'By rate'
export const byState = 'By place of supply'
export const rate = 'Rate'
export const place = 'State'
export const percent = (rate: number) => `${rate}%`
export const total = 'Total'
export const noCess = 'No cess applies to what this shop sells.'

/** The documents behind a figure. */
export const backToReturn = 'Back to the return'
export const documentsTitle = (what: string, month: string) => `${what}, ${month}`
export const allDocuments = 'All documents'
export const atRate = (rate: number) => `Part at ${rate}%`
export const inState = (state: string) => `Delivered to ${state}`
export const ofTable = (number: string, name: string) => `Table ${number}, ${name}`
export const documentCount = (count: string, one: boolean) => (one ? '1 document' : `${count} documents`)
export const number = 'Number'
export const issuedOn = 'Issued'
export const buyer = 'Buyer'
export const gstin = 'GSTIN'
export const tax = 'Tax'
export const value = 'Document value'
export const shownOf = (shown: string, count: string) => `The first ${shown} of ${count}. The export has all of them.`
export const noDocuments = 'No such documents in this month'
export const noDocumentsText = 'Choose another month, or go back to the return.'
export const documentsFailed = 'The documents did not load.'

export const check = 'Review before filing'
export const allWell = 'No issues found: numbers, GSTINs and HSN codes are as the portal expects.'
export const andMore = (count: number) => `and ${count} more`
/** A sentence for each warning of domain/gstr1/warnings.ts; `n` is the number of affected items. */
export const warnings = {
  SELLER_GSTIN_MISSING: () => 'The shop has no GSTIN. Enter it in the settings before you file.',
  SELLER_GSTIN_INVALID: () => 'The shop’s own GSTIN is invalid: its check character is wrong.',
  OTHER_SELLER: (n: number) =>
    `${n === 1 ? 'One document was' : `${n} documents were`} issued under another GSTIN, or under none, and ${n === 1 ? 'is' : 'are'} not in this return.`,
  BUYER_GSTIN_INVALID: (n: number) =>
    `${n === 1 ? 'One document names' : `${n} documents name`} an invalid buyer GSTIN. The portal rejects it: issue a credit note and a new invoice.`,
  STATE_MISMATCH: (n: number) =>
    `${n === 1 ? 'One document goes' : `${n} documents go`} to a State other than the one in the buyer’s GSTIN. That is correct when goods are sent elsewhere.`,
  HSN_MISSING: (n: number) => `${n === 1 ? 'One document has' : `${n} documents have`} goods without an HSN code, which table 12 requires.`,
  HSN_SHORT: (n: number) => `${n === 1 ? 'One HSN code has' : `${n} HSN codes have`} too few digits: 4 up to ₹5 crore turnover, 6 above.`,
  RATE_UNLISTED: (n: number) => (n === 1 ? 'One rate is not in the portal’s list.' : `${n} rates are not in the portal’s list.`),
  DELIVERY_MIXED: (n: number) =>
    `${n === 1 ? 'One document has' : `${n} documents have`} a delivery charge whose rates cannot be split. It is reported at the highest rate of its goods.`,
  NOTE_TOO_LATE: (n: number) =>
    `${n === 1 ? 'One credit note was' : `${n} credit notes were`} issued after 30 November following the financial year of the invoice, and can lower no tax any more (section 34).`,
  SERIES_GAP: (n: number) => `${n === 1 ? 'One number is' : `${n} numbers are`} missing in a series, and counted as cancelled in table 13.`,
  NEGATIVE_ROW: (n: number) => `${n === 1 ? 'One row is' : `${n} rows are`} negative, because credit notes exceed sales.`,
  E_INVOICE_DUE: (n: number) =>
    `Above ₹5 crore turnover documents to registered buyers need an IRN, and ${n === 1 ? 'one has' : `${n} have`} none. See E-invoices.`,
  MONTH_NOT_OVER: () => 'The month is not over: more documents may be issued.',
  NO_LONGER_KEPT: () => 'Documents of this month have been erased: the law requires them for 72 months.',
} as const
