/** Complaints to the grievance officer, and mails that could not be sent. */

export const complaints = 'Complaints'
export const search = 'Ticket number or name'
export const status = 'Status'
export const states = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const
export const allComplaints = 'All'
export const number = 'Ticket'
export const from = 'From'
export const message = 'What happened'
export const showAll = 'Show all'
export const showLess = 'Show less'
export const contact = 'Contact'
export const order = 'Order'
export const since = 'Since'
export const noneOpen = 'No complaint is open'
export const noneOpenText = 'The law gives 48 hours to acknowledge one and a month to solve it.'
export const markAnswered = 'Mark answered'
export const reopen = 'Open again'
export const close = 'Close'
export const moved = (count: number, state: string) => (count === 1 ? `1 complaint: ${state}` : `${count} complaints: ${state}`)
export const movedOn = (count: number) => (count === 1 ? '1 had been moved on by somebody else.' : `${count} had been moved on by somebody else.`)
export const moveFailed = 'The complaints were not changed. Please try again.'
export const numbered = (ticket: string) => `complaint ${ticket}`
export const orderNumbered = (short: string) => `#${short}`

export const failedMails = 'Mails not sent'
export const failedMailsText = 'Given up after all attempts. Fix the cause first (Settings, mail), then send them again.'
export const kind = 'Mail'
export const recipient = 'To'
export const reason = 'Last answer'
export const attempts = 'Attempts'
export const when = 'Since'
export const sendAgain = 'Send again'
export const queued = (count: number) => (count === 1 ? '1 mail is in the queue again' : `${count} mails are in the queue again`)
export const retryFailed = 'The mails were not put back. Please try again.'
export const noneFailed = 'Every mail was sent'
export const noneFailedText = 'What the mail server refuses ten times appears here.'
export const mailTo = (recipient: string) => `mail to ${recipient}`
