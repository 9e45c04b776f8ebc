import { orderText } from '#domain/orders/order-number.ts'
import { formatDate } from '#domain/time/dates.ts'
import type { Message, Shop } from './message.ts'
import { said } from './texts.ts'

export type ComplaintMailKind = 'complaint_received' | 'complaint_filed'

/** A row of `complaints`, read when the mail is sent. */
export type ComplaintMailData = {
  number: string
  created_at: string | Date
  name: string
  email: string
  phone: string | null
  order_id: string | null
  /** null without an order */
  order_number: number | null
  message: string
}

/**
 * To the complainant. It repeats nothing from the complaint: the address may belong to a stranger, and the shop would
 * deliver arbitrary text to them.
 */
function complaintReceived({ number, created_at }: ComplaintMailData, { settings, texts }: Shop): Message {
  const officer = settings.grievanceName === '' ? 'our grievance officer' : `our grievance officer, ${settings.grievanceName},`
  return {
    ...said(texts, 'mail_complaint_received', { number, officer, shop: settings.storeName }),
    preview: 'An answer within one month.',
    heading: 'We have your complaint',
    facts: [
      ['Ticket number', number],
      ['Received', formatDate(created_at)],
    ],
    notes: ['Please quote this number when you write or call.', 'If you did not complain to us, someone mistyped their address: you can ignore this email.'],
  }
}

/** To the grievance officer, with all details. */
function complaintFiled(data: ComplaintMailData, _shop: Shop): Message {
  return {
    subject: `Complaint ${data.number} from ${data.name}`,
    preview: data.message.slice(0, 120),
    heading: `Complaint ${data.number}`,
    paragraphs: data.message.split(/\n+/),
    facts: [
      ['From', data.name],
      ['Email', data.email],
      ...(data.phone === null ? [] : ([['Phone', data.phone]] satisfies [string, string][])),
      ...(data.order_id === null ? [] : ([['Order', orderText(data.order_id, data.order_number)]] satisfies [string, string][])),
      ['Received', formatDate(data.created_at)],
    ],
    notes: ['The law requires an acknowledgement within 48 hours, which the shop has sent by email, and an answer within one month.'],
  }
}

export const complaintMessages: Record<ComplaintMailKind, (data: ComplaintMailData, shop: Shop) => Message> = {
  complaint_received: complaintReceived,
  complaint_filed: complaintFiled,
}
