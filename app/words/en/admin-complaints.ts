/** Complaints to the grievance officer, and emails that could not be sent. */

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
export const noneOpen = 'No open complaints'
export const noneOpenText = 'By law a complaint must be acknowledged within 48 hours and resolved within a month.'
export const markAnswered = 'Mark answered'
export const reopen = 'Open again'
export const close = 'Close'
export const moved = (count: number, state: string) => (count === 1 ? `1 complaint: ${state}` : `${count} complaints: ${state}`)
export const movedOn = (count: number) => (count === 1 ? '1 was already changed by someone else.' : `${count} were already changed by someone else.`)
export const moveFailed = 'The complaints were not changed. Please try again.'
export const numbered = (ticket: string) => `complaint ${ticket}`

export const failedMails = 'Emails not sent'
export const failedMailsText = 'All attempts failed. Fix the cause first (Settings, Email), then send them again.'
export const kind = 'Email'
export const recipient = 'To'
export const reason = 'Last error'
export const attempts = 'Attempts'
export const when = 'Since'
export const sendAgain = 'Send again'
export const queued = (count: number) => (count === 1 ? '1 email is queued again' : `${count} emails are queued again`)
export const retryFailed = 'The emails were not queued. Please try again.'
export const noneFailed = 'All emails were sent'
export const noneFailedText = 'Emails that fail after all attempts appear here.'
export const mailTo = (recipient: string) => `email to ${recipient}`
