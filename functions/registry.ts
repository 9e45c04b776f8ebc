import type { ShopFunction } from './context.ts'
import { accountExports } from './account-exports/account-exports.ts'
import { addReturnPhoto, LARGEST_PHOTO_BODY } from './add-return-photo/add-return-photo.ts'
import { bookCourier } from './book-courier/book-courier.ts'
import { changeMyOrder, changeOrder, quoteMyOrderChange, quoteOrderChange } from './change-order/change-order.ts'
import { checkPayment } from './check-payment/check-payment.ts'
import { confirmPayment } from './confirm-payment/confirm-payment.ts'
import { createManualOrder } from './manual-order/create-manual-order.ts'
import { quoteManualOrder } from './manual-order/quote-manual-order.ts'
import { deleteMyAccount } from './delete-my-account/delete-my-account.ts'
import { cancelEInvoice } from './e-invoices/cancel-e-invoice.ts'
import { eInvoices } from './e-invoices/e-invoices.ts'
import { recordEInvoices } from './e-invoices/record-e-invoices.ts'
import { exchangeReturn, quoteExchange } from './exchange-return/exchange-return.ts'
import { exportMyData } from './export-my-data/export-my-data.ts'
import { fileComplaint } from './file-complaint/file-complaint.ts'
import { generatePdf } from './generate-pdf/generate-pdf.ts'
import { gstReturn } from './gst-return/gst-return.ts'
import { messageTexts } from './message-texts/message-texts.ts'
import { placeOrder } from './place-order/place-order.ts'
import { printDocuments } from './print-documents/print-documents.ts'
import { LARGEST_EVENT, razorpayWebhook } from './razorpay-webhook/razorpay-webhook.ts'
import { reportLog } from './report-log/report-log.ts'
import { apiKeys } from './owner/api-keys.ts'
import { inviteStaff, withdrawInvite } from './owner/invites.ts'
import { previewShop } from './preview-shop/preview-shop.ts'
import { removeDemo } from './owner/remove-demo.ts'
import { sendTestMail, setMailServer } from './owner/mail-server.ts'
import { setIdentity, setPaymentKeys, setStaffSecurity } from './owner/money-and-name.ts'
import { setLogo } from './set-logo/set-logo.ts'
import { setRole } from './set-role/set-role.ts'
import { startPayment } from './start-payment/start-payment.ts'

/** All server functions by their names in /functions/v1/{name}. */
export const shopFunctions: Record<string, ShopFunction> = {
  'place-order': placeOrder,
  'create-manual-order': createManualOrder,
  'quote-manual-order': quoteManualOrder,
  'book-courier': bookCourier,
  'change-order': changeOrder,
  'quote-order-change': quoteOrderChange,
  'change-my-order': changeMyOrder,
  'quote-my-order-change': quoteMyOrderChange,
  'exchange-return': exchangeReturn,
  'quote-exchange': quoteExchange,
  'start-payment': startPayment,
  'confirm-payment': confirmPayment,
  'check-payment': checkPayment,
  'razorpay-webhook': razorpayWebhook,
  'generate-pdf': generatePdf,
  'file-complaint': fileComplaint,
  'add-return-photo': addReturnPhoto,
  'export-my-data': exportMyData,
  'delete-my-account': deleteMyAccount,
  'report-log': reportLog,
  'gst-return': gstReturn,
  'account-exports': accountExports,
  'e-invoices': eInvoices,
  'record-e-invoices': recordEInvoices,
  'cancel-e-invoice': cancelEInvoice,
  'print-documents': printDocuments,
  'message-texts': messageTexts,
  'set-logo': setLogo,
  'preview-shop': previewShop,
  'remove-demo': removeDemo,
  'set-role': setRole,
  'invite-staff': inviteStaff,
  'withdraw-invite': withdrawInvite,
  'api-keys': apiKeys,
  'set-mail-server': setMailServer,
  'send-test-mail': sendTestMail,
  'set-payment-keys': setPaymentKeys,
  'set-identity': setIdentity,
  'set-staff-security': setStaffSecurity,
}

/** Functions without JWT verification: Razorpay signs its requests instead. Must match supabase/config.toml for a hosted project. */
export const openFunctions = ['razorpay-webhook']

/** The bytes of the largest body, where they are not those of the gateway: less for a function that anyone may call, more for a photo. */
export const functionLimits = { 'razorpay-webhook': LARGEST_EVENT, 'add-return-photo': LARGEST_PHOTO_BODY }
