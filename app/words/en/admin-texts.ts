/** /admin/settings/messages and /admin/settings/pages: words of the owner in place of the shop's own. */

export const settings = 'Settings'
export const saved = 'Saved'
export const notSaved = 'It was not saved. What you typed is still here.'
export const wasReset = 'The shop’s own text stands again'
export const reset = 'Back to the shop’s own text'
export const ownText = 'The shop’s own text'
export const yourWords = (day: string) => `Your words, last changed ${day}`
export const failed = 'The texts could not be read'
export const failedText = 'Nothing was changed.'
export const preview = 'Preview'
export const previewFailed = 'The preview could not be made.'
export const previewWaits = 'Mend the fields that are marked: then the preview follows.'
export const history = 'History'
export const changed = ' · your words'

// messages
export const messages = 'Messages'
export const message = 'Message'
export const messagesIntro =
  'The subject and the opening of each mail and notification. What follows in a mail, such as the goods, the total and the papers, the shop writes itself.'
export const mails = 'Mails'
export const notices = 'Notifications in the shop'
export const subject = 'Subject'
export const noticeTitle = 'Title'
export const opening = 'Opening'
export const noticeText = 'Text'
export const openingHint = 'Plain text; each line becomes a paragraph.'
export const mayStand = 'In braces may stand:'
export const sampleMail = 'The mail as it would arrive, with made-up data'
export const messageNames: Record<string, string> = {
  mail_order_placed: 'Order received',
  mail_order_reopened: 'Order open again after a late payment',
  mail_order_processing: 'Order accepted',
  mail_order_shipped: 'Order on its way',
  mail_order_delivered: 'Order delivered',
  mail_order_cancelled: 'Order cancelled',
  mail_order_refunded: 'Money sent back',
  mail_signup: 'Confirm the e-mail address',
  mail_recovery: 'Reset the password',
  mail_email_change: 'Confirm a new e-mail address',
  mail_magiclink: 'Sign-in link',
  mail_invite: 'Invitation',
  mail_complaint_received: 'Complaint received',
  notice_order_placed: 'Order placed',
  notice_order_reopened: 'Payment received after all',
  notice_order_processing: 'Order accepted',
  notice_order_shipped: 'Order shipped',
  notice_order_delivered: 'Order delivered',
  notice_order_cancelled: 'Order cancelled',
}
export const messageLabels = { subject, opening }

// legal pages
export const pages = 'Legal pages'
export const page = 'Page'
export const pageNames = { terms: 'Terms & Conditions', privacy: 'Privacy', about: 'About' } as const
export const pagesIntro = 'Your own words in place of a page’s text. Have a lawyer read what you write; the law may ask for what the shop’s own text says.'
export const body = 'Text'
export const bodyHint =
  '# Heading · ## smaller heading · - item · 1. item · **bold** · [words](https://…) · an empty line ends a paragraph. Everything else is shown as typed.'
export const see = 'See the page'
export const samplePage = 'The page as visitors will read it'
export const pageLabels = { body }
export const faults = {
  empty: () => 'This cannot be empty',
  long: (most: string) => `At most ${Number(most).toLocaleString('en-IN')} characters`,
  link: (address: string) => `A page may not lead to ${address}: https://, mailto:, tel: or a page of the shop such as /terms`,
  placeholder: (name: string) => `There is no {${name}} for pages`,
} as const
