import { accountMessages } from './account.ts'
import type { AccountMailData, AccountMailKind } from './account.ts'
import { htmlOf } from './html.ts'
import type { Mail, Message, Shop } from './message.ts'
import { orderMessages } from './order.ts'
import type { OrderMailData, OrderMailKind } from './order.ts'
import { textOf } from './text.ts'

export type MailKind = AccountMailKind | OrderMailKind

/** A mail ready to send, in text and HTML. Throws RangeError on a kind nobody has written. */
export function renderMail(kind: AccountMailKind, data: AccountMailData, shop: Shop): Mail
export function renderMail(kind: OrderMailKind, data: OrderMailData, shop: Shop): Mail
export function renderMail(kind: MailKind, data: AccountMailData | OrderMailData, shop: Shop): Mail {
  const message = messageOf(kind, data, shop)
  // A header is one line: a store name with a line break must not become a second header.
  const subject = message.subject.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return { subject, html: htmlOf(message, shop), text: textOf(message, shop) }
}

function messageOf(kind: MailKind, data: AccountMailData | OrderMailData, shop: Shop): Message {
  if (Object.hasOwn(accountMessages, kind)) return accountMessages[kind as AccountMailKind](data as AccountMailData, shop)
  if (Object.hasOwn(orderMessages, kind)) return orderMessages[kind as OrderMailKind](data as OrderMailData, shop)
  throw new RangeError(`No such mail: ${kind}`)
}
