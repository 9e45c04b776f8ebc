import type { Message, Shop } from './message.ts'

export type TestMailKind = 'test'
export type TestMailData = { /** the mail server that sends it */ through: string }

/** To the admin who tests whether mails arrive. */
function testMail({ through }: TestMailData, { settings, origin }: Shop): Message {
  return {
    subject: `Test email from ${settings.storeName}`,
    preview: 'The shop’s emails arrive.',
    heading: 'Emails arrive',
    paragraphs: ['This is the test email you asked for. Confirmations, invoices and order updates are sent the same way.'],
    facts: [['Sent through', through]],
    button: { label: 'Back to the settings', url: `${origin}/admin/settings/mail` },
  }
}

export const testMessages: Record<TestMailKind, (data: TestMailData, shop: Shop) => Message> = { test: testMail }
