/** Reads the data of a queued mail (an order, a complaint, a product that runs out or is back in stock) and renders it. */
import { accountMessages, type AccountMailData, type AccountMailKind } from '#documents/mails/account.ts'
import type { AlertMailData } from '#documents/mails/alert.ts'
import type { ComplaintMailData } from '#documents/mails/complaint.ts'
import type { OrderMailData, OrderMailKind, ReturnMailData } from '#documents/mails/order.ts'
import { renderMail } from '#documents/mails/render-mail.ts'
import type { Mail, Shop } from '#documents/mails/message.ts'
import type { OwnerNoticeData, StaffInviteData } from '#documents/mails/staff.ts'
import type { BackInStockData, LowStockData } from '#documents/mails/stock.ts'
import type pg from 'pg'
import type { LinkCipher } from './link-encryption.ts'
import { readParcel } from './read-parcel.ts'
import { findMailDocuments, type OrderService } from './mail-documents.ts'
import type { Attachment } from './transport.ts'

/** A due row of private.mails. */
export type QueuedMail = {
  id: string
  kind: string
  recipient: string
  /** including the current one */
  attempts: number
  /** the version of the mail settings that this mail requires; null: the current one */
  mail_setup_version: number | null
  /** seconds since 1970, as text */
  queued_at: string
  data: {
    order_id?: string
    status?: string
    complaint_id?: string
    shipment_id?: string
    return_id?: string
    return_state?: string
    note?: string
    credited?: boolean
    amount?: number
    reference?: string | null
    until?: string | null
    pays?: string | null
    method?: string | null
    sealed?: string
    expires_at?: string
  } & Partial<LowStockData & BackInStockData>
}

/** Maximum bytes of an attachment: many mailboxes refuse larger mails, so the mail then links to the shop instead. */
export const ATTACHMENT_LIMIT = 5 * 1024 * 1024
/** From this attempt on, a mail is sent without its document if rendering fails: the news about the order matters more. */
const WITHOUT_FROM = 4

export type Rendered = Mail & { attachments: Attachment[] }
export type Rendering = {
  shop: Shop
  /** the name of the transport, for the test mail */
  through: string
  orderService: OrderService
  links: LinkCipher
  attachmentLimit?: number
  /** without the document, because the mail server refused the size */ bare?: boolean
}

/** A mail that is pointless by now, because its link has expired or its order is paid: it is not sent any more. */
export class ExpiredMail extends Error {}

/** The states of payment in which a customer is reminded. */
const REMINDED: ReadonlySet<string> = new Set(['awaiting_payment', 'failed'])

/** The current order, but with the status of the step that caused the mail. */
export async function readOrder(client: pg.ClientBase, mail: Pick<QueuedMail, 'id' | 'data'>): Promise<OrderMailData> {
  const { rows } = await client.query<OrderMailData>(
    `select o.id as order_id, o.order_number, o.full_name, coalesce($2, o.status) as status, o.total_amount, o.store_credit,
            (select m.to_collect from private.money_of(o.id) m) as to_collect, o.charges, o.total_gst + o.charges_gst as gst, o.payment_method,
            o.payment_state, concat_ws(', ', o.full_name, o.address, o.city, o.state || ' ' || o.pincode) as deliver_to, o.courier, o.tracking_number, o.cancel_reason,
            o.user_id is not null as account,
            (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'total', i.total) order by i.id), '[]')
               from public.order_items i where i.order_id = o.id) as items
       from public.orders o where o.id = $1`,
    [mail.data.order_id, mail.data.status],
  )
  const order = rows[0]
  if (!order) throw new Error(`Order of mail ${mail.id} not found`)
  return order
}

/** Includes the document that the step issued. */
async function renderOrderMail(
  client: pg.ClientBase,
  kind: OrderMailKind,
  mail: QueuedMail,
  { shop, orderService, attachmentLimit = ATTACHMENT_LIMIT, bare = false }: Rendering,
): Promise<Rendered> {
  const { note, credited, amount, reference, method, until, pays } = mail.data
  const order = {
    ...(await readOrder(client, mail)),
    parcel: await readParcel(client, mail.data),
    note: note ?? null,
    ...(credited === undefined ? {} : { credited }),
    returned: kind === 'order_return' ? await readReturn(client, mail) : null,
    ...(amount === undefined
      ? {}
      : kind === 'order_reminder'
        ? { to_pay: { amount, until: until ?? null, reference: pays ?? null } }
        : { refund: { amount, reference: reference ?? null, method: method ?? null } }),
  }
  if (kind === 'order_reminder' && (order.status === 'cancelled' || !REMINDED.has(order.payment_state ?? '')))
    throw new ExpiredMail('The order was paid or cancelled in the meantime')
  const issued = await findMailDocuments(client, mail, orderService, shop.settings)
  if (!issued) return { ...renderMail(kind, order, shop), attachments: [] }
  const files = bare
    ? null
    : await issued.files().catch((error: unknown) => {
        if (mail.attempts < WITHOUT_FROM) throw error
        return null
      })
  const fits = files !== null && files.reduce((sum, { bytes }) => sum + bytes.length, 0) <= attachmentLimit
  return { ...renderMail(kind, { ...order, documents: issued.serials, documentsAre: fits ? 'attached' : 'online' }, shop), attachments: fits ? files : [] }
}

/** The return as it is now, but in the state of the step that caused the mail. */
async function readReturn(client: pg.ClientBase, mail: QueuedMail): Promise<ReturnMailData> {
  const { rows } = await client.query<ReturnMailData>(
    `select r.number, coalesce($2, r.state) as state, r.decline_reason, r.credited, r.deduction, r.deduction_reason,
            (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', l.quantity) order by i.product_name, i.id), '[]')
               from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id) as items
       from public.returns r where r.id = $1`,
    [mail.data.return_id, mail.data.return_state],
  )
  const returned = rows[0]
  if (!returned) throw new Error(`Return of mail ${mail.id} not found`)
  return returned
}

async function readComplaint(client: pg.ClientBase, mail: QueuedMail): Promise<ComplaintMailData> {
  const { rows } = await client.query<ComplaintMailData>(
    `select c.number, c.created_at, c.name, c.email, c.phone, c.order_id, o.order_number, c.message
       from public.complaints c left join public.orders o on o.id = c.order_id where c.id = $1`,
    [mail.data.complaint_id],
  )
  const complaint = rows[0]
  if (!complaint) throw new Error(`Complaint of mail ${mail.id} not found`)
  return complaint
}

export type EncryptedLink = AccountMailData

function renderAccountMail(kind: AccountMailKind, { data }: QueuedMail, { shop, links }: Rendering): Rendered {
  if (data.sealed === undefined || Date.parse(data.expires_at ?? '') < Date.now()) throw new ExpiredMail('The link has expired; a new one can be requested')
  return { ...renderMail(kind, JSON.parse(links.decrypt(data.sealed)) as EncryptedLink, shop), attachments: [] }
}

const isAccountMail = (kind: string): kind is AccountMailKind => Object.hasOwn(accountMessages, kind)

export async function renderQueuedMail(client: pg.ClientBase, mail: QueuedMail, rendering: Rendering): Promise<Rendered> {
  const { kind } = mail
  const { shop } = rendering
  if (isAccountMail(kind)) return renderAccountMail(kind, mail, rendering)
  if (
    kind === 'order_placed' ||
    kind === 'order_status' ||
    kind === 'order_changed' ||
    kind === 'order_shipment' ||
    kind === 'order_return' ||
    kind === 'order_rest' ||
    kind === 'order_refunded' ||
    kind === 'order_reminder'
  )
    return renderOrderMail(client, kind, mail, rendering)
  if (kind === 'complaint_received' || kind === 'complaint_filed') return { ...renderMail(kind, await readComplaint(client, mail), shop), attachments: [] }
  if (kind === 'test') return { ...renderMail(kind, { through: rendering.through }, shop), attachments: [] }
  if (kind === 'low_stock') return { ...renderMail(kind, mail.data as LowStockData, shop), attachments: [] }
  if (kind === 'back_in_stock') return { ...renderMail(kind, mail.data as BackInStockData, shop), attachments: [] }
  if (kind === 'owner_notice') return { ...renderMail(kind, mail.data as unknown as OwnerNoticeData, shop), attachments: [] }
  if (kind === 'staff_invite') return { ...renderMail(kind, mail.data as unknown as StaffInviteData, shop), attachments: [] }
  if (kind === 'shop_alert') return { ...renderMail(kind, mail.data as unknown as AlertMailData, shop), attachments: [] }
  throw new Error(`Unknown mail kind ${kind}`)
}
