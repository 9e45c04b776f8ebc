/** One order: what was bought, where it goes, what happened to it. */

// cancel-dialog
export const cancelledToast = 'Order cancelled successfully'
export const cancelOrder = 'Cancel Order'
export const areYouSure = 'Are you sure?'
export const noKeepMyOrder = 'No, keep my order'
export const cancelling = 'Cancelling...'
export const yesCancelOrder = 'Yes, cancel order'
export const cancelWarning = 'This action cannot be undone. This will permanently cancel your order.'

// items-panel
export const noItems = 'No items found for this order.'
export const goods = 'Goods'
export const ofWhichTaxableValue = 'of which taxable value'
export const taxableValue = 'Taxable value'
export const delivery = 'Delivery'
export const free = 'Free'
export const itemsOfTheOrder = 'Items of the order'
export const product = 'Product'
export const quantity = 'Quantity'
export const total = 'Total'
export const totalAmount = 'Total amount'

// pay-panel
export const payByUpi = 'Pay by UPI'
export const upiCode = 'QR code of the UPI payment'
export const openAUpiApp = 'Open a UPI app'

// order
/** `id`: its first 8 characters. */
export const title = (id: string) => `Order #${id} · Shringar`
export const backToMyOrders = 'Back to My Orders'
export const loadFailedText = 'The order is safe with us; only showing it failed.'
export const orderNotFound = 'Order Not Found'
export const orderNotFoundText = "We couldn't find an order with this ID. Please check the order ID or contact support."
export const adding = 'Adding…'
export const reOrder = 'Re-order'
export const fetching = 'Fetching…'
export const downloadInvoice = 'Download Invoice'
export const shippingInformation = 'Shipping information'
export const orderDate = 'Order date'
export const status = 'Status'
export const payment = 'Payment'
export const invoice = 'Invoice'
export const proforma = 'Proforma'
export const paymentAndInvoice = 'Payment and invoice'

// timeline-panel
export const headingPending = 'We have your order'
export const headingProcessing = 'Being packed'
export const headingShipped = 'On its way to you'
export const delivered = 'Delivered'
export const cancelled = 'Cancelled'
export const whatHappened = 'What happened'
export const stillToCome = '(still to come)'

// reorder
export const noLongerForSale = (names: string) => `No longer for sale: ${names}`
export const reorderText = 'At today’s prices; the cart shows what changed.'
export const reorderNothing = 'Nothing of this order can be had now'
export const reorderedOne = '1 product added to cart'
export const reorderedMany = (count: number) => `${count} products added to cart`
export const viewCart = 'View Cart'

// timeline
export const orderPlaced = 'Order placed'
export const acceptedAndPacked = 'Accepted and packed'
export const shipped = 'Shipped'

export const each = (amount: string) => `${amount} each`
export const payTo = (amount: string, storeName: string) => `${amount} to ${storeName}. We check incoming payments and confirm here and by mail.`
export const heading = (id: string) => (
  <>
    Order <span className="num">#{id}</span>
  </>
)
export const thankYou = (email: string) => `Thank you! Your order is placed. We have sent a confirmation to ${email}.`
export const mailSubject = (id: string) => `Order #${id}`
/** `mailto` leads to the shop's mail; `phone` may be empty. */
export const somethingWrong = (mailto: string, phone: string) => (
  <>
    Something wrong?{' '}
    <a className="link" href={mailto}>
      Write to us about this order
    </a>
    {phone === '' ? '' : `, or call ${phone}`}.
  </>
)
export const invoiceIssued = (serial: string) => `Invoice ${serial} issued`
export const creditNoteIssued = (serial: string) => `Credit note ${serial} issued`
/** Behind the courier's name. */
export const trackingNumber = (number: string) => (
  <>
    , tracking number <b className="font-semibold text-ink select-all">{number}</b>
  </>
)
