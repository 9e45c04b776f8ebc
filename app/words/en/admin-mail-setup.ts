/** /admin/settings/mail */

export const title = 'Email'
export const settings = 'Settings'
export const failed = 'The email settings could not be loaded'
export const failedText = 'Nothing was changed.'
export const notSaved = 'The email settings were not saved. Your changes are still here.'
export const saved = 'Email settings saved'
export const savedText = 'Used from the next email.'

export const way = 'How emails are sent'
export const through = (host: string) => `Emails are sent through ${host}, as set here.`
export const throughOver = (host: string, other: string) =>
  `Emails are sent through ${host}, as set here. ${other} from the environment (SMTP_URL) is the fallback.`
export const byEnvironment = (host: string) => `Emails are sent through ${host}, from the environment (SMTP_URL). A server set here takes precedence.`
export const byOutbox =
  'No mail server is set, here or in the environment (SMTP_URL). Emails are written as files into the folder “outbox” in the shop’s data and are not delivered.'
export const failedMails = 'Emails not sent'

export const server = 'Mail server'
export const serverHint = 'SMTP server of your email provider. If empty: the one from the environment, or the outbox.'
export const host = 'Server'
export const port = 'Port'
export const security = 'Encryption'
export const securities = { tls: 'TLS from the start (usually 465)', starttls: 'STARTTLS (usually 587)', none: 'None (this machine only)' } as const
export const username = 'User name'
export const password = 'Password'
export const passwordSet = 'Saved, never shown. Leave it empty to keep it while server and user name stay the same.'
export const passwordNotSet = 'Not set yet. Stored on the server and never shown again.'

export const sender = 'Sender'
export const senderHint = 'What customers see beside the subject. If empty: the store’s name and email.'
export const fromName = 'Sender name'
export const fromAddress = 'Sender address'
export const fromAddressHint = 'Your provider must allow it, or emails end up in spam.'
export const replyTo = 'Reply-to address'

export const test = 'Test'
export const testText = 'Sends an email to your own address through the same queue and server as all emails. Save your changes before testing.'
export const sendTest = 'Send me a test email'
export const sending = 'Sending…'
export const testWaits = 'Sending: the server has not answered yet.'
export const testSent = (to: string, host: string) => `${host} accepted it for ${to}. If it does not arrive, check your spam folder.`
export const testInOutbox = (to: string) => `Written to the outbox, addressed to ${to}.`
export const testFailed = (reason: string) => `Not sent: ${reason}`
export const testLost = 'No answer within a minute. The shop keeps trying; see “Emails not sent”.'
export const testRefused = 'The test email could not be sent'
export const history = 'History'

export const labels = {
  host,
  port,
  security,
  username,
  from_name: fromName,
  from_address: fromAddress,
  reply_to: replyTo,
} as const
