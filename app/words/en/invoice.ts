/** The invoice on the screen. Its title and notes come from the domain, which the printed invoice uses too. */

// invoice-sheet
export const invoice = 'Invoice'
export const supplier = 'Supplier'
export const recipient = 'Recipient'
export const placeOfSupply = 'Place of supply'
export const reverseCharge = 'Reverse charge'
export const payment = 'Payment'
export const sentBy = 'Sent by'
export const lines = 'Lines of the invoice'
export const description = 'Description'
export const hsn = 'HSN'
export const qty = 'Qty'
export const rate = 'Rate'
export const taxable = 'Taxable'
export const total = 'Total'
export const value = 'Value'
export const totalCredited = 'Total credited'
export const reason = 'Reason'
export const taxByHsn = 'Tax by HSN'
export const valueByHsn = 'Value by HSN'
export const tax = 'Tax'
export const mixed = 'mixed'
export const nil = 'nil'

// upi-due
export const scanToPay = (amount: string) => `Scan to pay ${amount}`
export const anyUpiApp = 'with any UPI app'
export const bothDocuments = 'for both documents, with any UPI app'
export const openAUpiApp = 'Open a UPI app'
export const tellReference = 'Already paid? Send us the reference'

// invoice
export const title = 'Invoice'
export const backToTheOrder = 'Back to the order'
export const noLongerKept = 'This invoice is no longer available'
export const noLongerKeptText = 'Tax law requires invoices to be kept for 72 months after the year’s return. The invoices of this order were erased after that.'
export const loadFailedText = "Your invoice is safe. We just couldn't load it."
export const orderNotFound = 'Order Not Found'
export const orderNotFoundText = "We couldn't find an order with this ID. Please check the order ID or contact support."
export const backToMyOrders = 'Back to My Orders'
export const fetching = 'Fetching…'
export const downloadInvoice = 'Download Invoice'
export const downloadCreditNote = 'Download Credit Note'
export const print = 'Print'

/** `number`: null on a document issued before orders had numbers */
export const datedOrder = (date: string, order: string, number: string | null) => `${date} · Order ${order}${number === null ? '' : ` · Order no. ${number}`}`
export const hsnOf = (code: string) => `HSN ${code}`
export const against = (title: string) => `Against ${title.toLowerCase()}`
export const numberOfDate = (number: string, date: string) => `${number} of ${date}`
/** Already subtracted: the lines are net of it. */
export const discountOf = (code: string | null, amount: string) => `Discount${code ? ` ${code}` : ''}: ${amount}`
export const percent = (rate: number) => `${rate}%`
/** `percent`: the rate of one tax component. */
export const headAt = (name: string, percent: number) => `${name} ${percent}%`
export const gstin = (gstin: string) => `GSTIN ${gstin}`
export const amountInWords = 'Amount in words'

// documents-panel
export const allDocuments = 'All documents'
export const download = 'Download'
export const formNames = {
  tax_invoice: 'Tax invoice',
  bill_of_supply: 'Bill of supply',
  invoice_cum_bill: 'Invoice-cum-bill of supply',
  credit_note: 'Credit note',
}
export const documentOf = (serial: string, date: string, amount: string) => `${serial} · ${date} · ${amount}`
export const againstNumber = (serial: string) => `Against ${serial}`
export const ofParcel = (number: number) => `Parcel ${number}`

export const einvoice = 'E-invoice'
export const einvoiceCode = 'Signed QR code of the e-invoice'
export const irn = 'IRN'
export const acknowledgement = 'Acknowledgement'
