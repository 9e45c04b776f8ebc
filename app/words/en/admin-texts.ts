/** /admin/settings/messages and /admin/settings/pages: the owner's texts that replace the default ones. */

export const settings = 'Settings'
export const saved = 'Saved'
export const notSaved = 'Not saved. Your changes are still here.'
export const wasReset = 'The default text is used again'
export const reset = 'Reset to default'
export const ownText = 'Default text'
export const yourWords = (day: string) => `Your text, last changed ${day}`
export const failed = 'The texts could not be loaded'
export const failedText = 'Nothing was changed.'
export const preview = 'Preview'
export const previewFailed = 'The preview could not be loaded.'
export const previewWaits = 'Fix the marked fields to see the preview.'
export const history = 'History'
export const changed = ' · customised'

// messages
export const messages = 'Messages'
export const message = 'Message'
export const messagesIntro =
  'The subject and opening of each email and notification. The rest of an email, such as products, total and documents, is added automatically.'
export const mails = 'Emails'
export const notices = 'Notifications in the shop'
export const subject = 'Subject'
export const noticeTitle = 'Title'
export const opening = 'Opening'
export const noticeText = 'Text'
export const openingHint = 'Plain text; each line becomes a paragraph.'
export const mayStand = 'Variables you can use:'
export const sampleMail = 'The email with sample data'
export const messageNames: Record<string, string> = {
  mail_order_placed: 'Order received',
  mail_order_reopened: 'Order reopened after a late payment',
  mail_order_processing: 'Order accepted',
  mail_order_shipped: 'Order on its way',
  mail_order_delivered: 'Order delivered',
  mail_order_cancelled: 'Order cancelled',
  mail_order_refunded: 'Refund sent',
  mail_order_reminder: 'Payment reminder',
  mail_return_requested: 'Return requested',
  mail_return_approved: 'Return approved',
  mail_return_declined: 'Return declined',
  mail_return_received: 'Return received',
  mail_return_closed: 'Return settled',
  mail_signup: 'Confirm the email address',
  mail_recovery: 'Reset the password',
  mail_email_change: 'Confirm a new email address',
  mail_magiclink: 'Sign-in link',
  mail_invite: 'Invitation',
  mail_complaint_received: 'Complaint received',
  notice_order_placed: 'Order placed',
  notice_order_reopened: 'Payment received after all',
  notice_order_processing: 'Order accepted',
  notice_order_shipped: 'Order shipped',
  notice_order_delivered: 'Order delivered',
  notice_order_cancelled: 'Order cancelled',
  notice_return_requested: 'Return requested',
  notice_return_approved: 'Return approved',
  notice_return_declined: 'Return declined',
  notice_return_received: 'Return received',
  notice_return_closed: 'Return settled',
}
export const messageLabels = { subject, opening }

// legal pages
export const pages = 'Legal pages'
export const page = 'Page'
export const pageNames = {
  terms: 'Terms & Conditions',
  shipping: 'Delivery and shipping',
  refunds: 'Cancellation and refunds',
  privacy: 'Privacy',
  about: 'About',
} as const
export const pagesIntro = 'Your own text for a page. Ask a lawyer to review it; the law may require what the default text says.'
export const body = 'Text'
export const bodyHint =
  '# Heading · ## smaller heading · - item · 1. item · **bold** · [words](https://…) · an empty line starts a new paragraph. Everything else is shown as typed.'
export const see = 'View the page'
export const samplePage = 'The page as visitors will see it'
export const pageLabels = { body }
export const errors = {
  empty: () => 'This cannot be empty',
  long: (most: string) => `At most ${Number(most).toLocaleString('en-IN')} characters`,
  link: (address: string) => `Links to ${address} are not allowed. Use https://, mailto:, tel: or a page of the shop such as /terms`,
  placeholder: (name: string) => `There is no variable {${name}} for pages`,
} as const
