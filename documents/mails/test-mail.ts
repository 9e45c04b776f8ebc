import type { Message, Shop } from './message.ts'

export type TestMailKind = 'test'
export type TestMailData = { /** the mail server that sends it */ through: string }

/** To the admin who tests whether mails arrive. */
function testMail({ through }: TestMailData, { settings, origin }: Shop): Message {
  return {
    subject: `Test mail from ${settings.storeName}`,
    preview: 'Mails of the shop arrive.',
    heading: 'Mails arrive',
    paragraphs: ['You asked the shop for a test mail, and here it is: confirmations, invoices and news of orders go the same way.'],
    facts: [['Sent through', through]],
    button: { label: 'Back to the settings', url: `${origin}/admin/settings/mail` },
  }
}

export const testMessages: Record<TestMailKind, (data: TestMailData, shop: Shop) => Message> = { test: testMail }
