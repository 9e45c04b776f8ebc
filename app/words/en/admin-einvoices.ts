/** /admin/sales-analytics?view=einvoices (docs/decisions/0095-e-invoices-and-e-way-bills.md). */
import type { Problem } from '#domain/einvoice/problems.ts'

export const heading = 'E-invoices'
export const counts = (missing: number, registered: number) =>
  `${missing === 1 ? '1 document has' : `${missing} documents have`} no IRN · ${registered} registered`
export const failed = 'The e-invoices did not load.'
export const failedText = 'Nothing was changed. The documents are safe; please try again.'
export const notRequired = 'The settings say that the turnover is not above ₹5 crore. Then no IRN is required.'
export const nothing = 'No document of this month needs an IRN'
export const nothingText = 'Invoices and credit notes to buyers with a GSTIN need one. Bills of supply and sales to other buyers do not.'

export const download = 'Download for the portal'
export const downloadHint = 'A JSON file for bulk upload at the e-invoice portal, with every document that has no IRN.'
export const downloadChosen = 'Download'
export const downloaded = (file: string, count: number) => `${file} downloaded: ${count === 1 ? '1 document' : `${count} documents`}`
export const nothingReady = 'The portal would refuse each of these documents. See what is missing in the list.'
export const leftOut = (serials: readonly string[]) =>
  `Left out, because the portal would refuse ${serials.length === 1 ? 'it' : 'them'}: ${serials.slice(0, 10).join(', ')}${serials.length > 10 ? ` and ${serials.length - 10} more` : ''}.`
export const downloadFailed = 'The file could not be created. Please try again.'

export const upload = 'Upload the answer'
export const uploading = 'Reading…'
export const uploadHint = 'The file that the portal offers after a bulk upload: JSON or CSV, with IRN, acknowledgement and signed QR code.'
export const tooLarge = 'The file is too large: at most 12 MB.'
export const tooManyRows = 'The file has more than 1,000 rows. Split it.'
export const noRows = 'No IRN was found in the file. Take the JSON or CSV that the portal offers after a bulk upload.'
export const uploadFailed = 'The answer could not be stored. Upload the file again: what is stored already is not stored twice.'
export const stored = (count: number) => (count === 1 ? '1 IRN stored' : `${count} IRNs stored`)
export const storedBefore = (count: number) => (count === 1 ? '1 was stored before' : `${count} were stored before`)
export const refused = (count: number) => (count === 1 ? '1 row was not stored' : `${count} rows were not stored`)
export const close = 'Close'
export const noNumber = 'without a number'
export const results: Record<string, string> = {
  OTHER: 'Another acknowledgement is stored for this document.',
  MALFORMED: 'An IRN has 64 characters, an acknowledgement number 8 to 20 digits, and its date a day and time.',
  UNKNOWN: 'The shop has no document with this number.',
  NOT_DUE: 'This document needs no IRN.',
  WRONG_IRN: 'This IRN belongs to another document: it is not the one that follows from GSTIN, year and number.',
  QR_UNREADABLE: 'The signed QR code is not one of the portal, or longer than 2,000 characters.',
  QR_OTHER_DOCUMENT: 'The signed QR code names another number, day, GSTIN, value or IRN than this document.',
  WRONG_TIME: 'The acknowledgement is older than the document, or in the future.',
}
export const resultOf = (code: string) => results[code] ?? code

export const list = 'Documents that need an IRN'
export const number = 'Number'
export const issued = 'Issued'
export const buyer = 'Buyer'
export const gstin = 'GSTIN'
export const value = 'Value'
export const state = 'IRN'
export const reportBy = 'Report by'
export const reportByHint = 'Above ₹10 crore turnover the portal takes a document for 30 days.'
export const ready = 'Ready'
export const acknowledged = (ackNo: string, day: string) => `Ack. ${ackNo}, ${day}`
export const cancelledOn = (day: string, note: boolean) =>
  `Cancelled on the portal, ${day}. The GST return leaves it out. ${note ? 'The invoice counts in full again.' : 'Cancel or change the order: the credit note for it needs no IRN.'}`
export const problems: Record<Problem, string> = {
  SERIAL: 'Its number, or that of its invoice, begins with 0: name the series otherwise under Settings, Invoice numbering',
  SELLER_GSTIN: 'The shop’s GSTIN is invalid',
  SELLER_STATE: 'The shop’s GSTIN is of another State',
  SELLER_ADDRESS: 'The shop’s name, address, city or PIN code is missing',
  BUYER_GSTIN: 'The buyer’s GSTIN is invalid',
  BUYER_STATE: 'Delivered to another State than the buyer’s GSTIN: report it on the portal with the registered address',
  BUYER_ADDRESS: 'The buyer’s name, address, city or PIN code is too short or missing',
  HSN_MISSING: 'Goods without an HSN code',
  HSN_SHORT: 'An HSN code without six or eight digits',
  RATE_UNLISTED: 'A tax rate that the portal does not know',
  CHARGE_MIXED: 'A charge whose tax rates cannot be separated',
  TOO_MANY_ITEMS: 'More than 1,000 lines',
}
export const actions = { enter: 'Enter IRN', cancel: 'Was cancelled' } as const

export const enterTitle = (serial: string) => `IRN of ${serial}`
export const enterText =
  'Copy these from the portal. They are stored for good, so check them: IRN and QR code are compared with the document, the acknowledgement number cannot be.'
export const irn = 'IRN'
export const ackNo = 'Acknowledgement number'
export const ackAt = 'Acknowledged at'
export const signedQr = 'Text of the signed QR code'
export const signedQrHint = 'As the portal’s file has it, or what a scanner reads from the portal’s print. Its signature is not verified.'
export const save = 'Save'
export const saving = 'Saving…'
export const notNow = 'Not now'
export const saved = (serial: string) => `IRN of ${serial} stored`
export const notSaved = 'It could not be stored. Please try again.'

export const cancelTitle = (serial: string) => `IRN of ${serial} was cancelled`
export const cancelText =
  'Write down a cancellation that you have made on the portal, within 24 hours of the acknowledgement. The invoice then no longer shows the IRN, the GST return leaves it and its credit notes out, and its number never gets another IRN. Cancel or change the order too, and on the portal the IRN of a credit note for it, if it has one. Later than 24 hours a credit note takes an invoice back.'
export const cancelledAt = 'Cancelled at'
export const reason = 'Reason given to the portal'
export const reasons = { duplicate: 'Duplicate', data_entry: 'Data entry mistake', order_cancelled: 'Order cancelled', other: 'Other' } as const
export const enterTime = 'Enter the day and time.'
export const cancelAnswers: Record<string, string> = {
  UNKNOWN: 'This document has no IRN.',
  ALREADY: 'The cancellation is written down already.',
  WRONG_TIME: 'Not within 24 hours of the acknowledgement. Take the invoice back with a credit note.',
}
export const cancelled = (serial: string) => `Cancellation of ${serial} written down`
