/** Messages about reading, cancelling and downloading an order (docs/rules.md#fixed-texts). */

// download-invoice
export const downloadFailed = 'Failed to download invoice'
export const downloaded = 'Invoice downloaded successfully'
export const creditNoteDownloaded = 'Credit note downloaded successfully'
export const downloadFailedLater = 'Failed to download invoice. Please try again later.'

// orders
export const fetchAllFailed = 'Failed to fetch orders. Please try again.'
export const fetchOneFailed = 'Failed to fetch order. Please try again.'
export const notAuthenticated = 'User not authenticated'
export const cancelFailed = 'Failed to cancel order'
export const cannotBeCancelled = 'Order cannot be cancelled. It may already be processed.'
export const unexpected = 'An unexpected error occurred'

// invoice
export const noData = 'No data received from server'
export const functionFailed = 'Function reported failure'
export const invalidData = 'Invalid data format received'

export const callFailed = (reason: string) => `Error calling generate-pdf function: ${reason}`
export const processingFailed = (reason: string) => `Error processing PDF data: ${reason}`
export const generateFailed = {
  invoice: (reason: string) => `Failed to generate invoice: ${reason}`,
  packingSlip: (reason: string) => `Failed to generate packing slip: ${reason}`,
  creditNote: (reason: string) => `Failed to generate credit note: ${reason}`,
}
