import { oneLine } from '#domain/text/one-line.ts'
import { accountMessages } from './account.ts'
import type { AccountMailData, AccountMailKind } from './account.ts'
import { alertMessages } from './alert.ts'
import type { AlertMailData, AlertMailKind } from './alert.ts'
import { complaintMessages } from './complaint.ts'
import type { ComplaintMailData, ComplaintMailKind } from './complaint.ts'
import { htmlOf } from './html.ts'
import type { Mail, Message, Shop } from './message.ts'
import { orderMessages } from './order.ts'
import type { OrderMailData, OrderMailKind } from './order.ts'
import { staffMessages } from './staff.ts'
import type { OwnerNoticeData, StaffInviteData } from './staff.ts'
import { stockMessages } from './stock.ts'
import type { StockMailData } from './stock.ts'
import { testMessages } from './test-mail.ts'
import type { TestMailData, TestMailKind } from './test-mail.ts'
import { textOf } from './text.ts'

type MailData = Record<AccountMailKind, AccountMailData> &
  Record<OrderMailKind, OrderMailData> &
  Record<ComplaintMailKind, ComplaintMailData> &
  StockMailData &
  Record<TestMailKind, TestMailData> &
  Record<AlertMailKind, AlertMailData> & { owner_notice: OwnerNoticeData; staff_invite: StaffInviteData }

export type MailKind = keyof MailData

const messages: { [K in MailKind]: (data: MailData[K], shop: Shop) => Message } = {
  ...accountMessages,
  ...orderMessages,
  ...complaintMessages,
  ...stockMessages,
  ...testMessages,
  ...staffMessages,
  ...alertMessages,
}

/** Renders a mail in text and HTML. Throws RangeError on an unknown kind. */
export function renderMail<K extends MailKind>(kind: K, data: MailData[K], shop: Shop): Mail {
  if (!Object.hasOwn(messages, kind)) throw new RangeError(`No such mail: ${kind}`)
  const message = messages[kind](data, shop)
  // A header is one line: a line break in the store name must not start a second header.
  const subject = oneLine(message.subject)
  return { subject, html: htmlOf(message, shop), text: textOf(message, shop) }
}
