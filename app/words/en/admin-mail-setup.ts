/** /admin/settings/mail */

export const title = 'Mail'
export const settings = 'Settings'
export const failed = 'The mail settings could not be read'
export const failedText = 'Nothing was changed.'
export const notSaved = 'The mail settings were not saved. What you typed is still here.'
export const saved = 'Mail settings saved'
export const savedText = 'They hold from the next mail on.'

export const way = 'Which way mails go'
export const through = (host: string) => `Mails go through ${host}, as set here.`
export const throughOver = (host: string, other: string) =>
  `Mails go through ${host}, as set here; ${other} from the environment (SMTP_URL) waits as the fallback.`
export const byEnvironment = (host: string) => `Mails go through ${host}, as the environment says (SMTP_URL). A server set here would come before it.`
export const byOutbox =
  'No mail server is set, here or in the environment (SMTP_URL): mails are written as files into the folder “outbox” beside the shop’s data, and reach nobody.'
export const failedMails = 'Mails that were not sent'

export const server = 'Mail server'
export const serverHint = 'SMTP, as your mail provider names it. Empty: the environment’s, else the outbox.'
export const host = 'Server'
export const port = 'Port'
export const security = 'Encryption'
export const securities = { tls: 'TLS from the start (usually 465)', starttls: 'STARTTLS (usually 587)', none: 'None (this machine only)' } as const
export const username = 'User name'
export const password = 'Password'
export const passwordSet = 'Set, and never shown. Empty keeps it while server and user name stay the same.'
export const passwordNotSet = 'Not set yet. Kept by the server and never shown again.'

export const sender = 'Sender'
export const senderHint = 'What customers see beside the subject. Empty: the store’s name and e-mail.'
export const fromName = 'Sender’s name'
export const fromAddress = 'Sender’s address'
export const fromAddressHint = 'Your provider must allow it, or mails end as spam.'
export const replyTo = 'Answers go to'

export const test = 'Test'
export const testText = 'A mail to your own address, through the queue and the server that all mails go through. Save first what should be tested.'
export const sendTest = 'Send a test mail to me'
export const sending = 'Sending…'
export const testWaits = 'On its way: the server has not answered yet.'
export const testSent = (to: string, host: string) => `Taken by ${host} for ${to}. If it does not arrive, look among the spam.`
export const testInOutbox = (to: string) => `Written into the outbox, addressed to ${to}.`
export const testFailed = (reason: string) => `Not sent: ${reason}`
export const testLost = 'No answer within a minute. The queue keeps trying; see the mails that were not sent.'
export const testRefused = 'The test mail could not be sent'
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
