/** The issued document that a mail carries: the very bytes that generate-pdf answers with. */
import type { FunctionContext } from '#functions/context.ts'
import { issuedFile, type IssuedType } from '#functions/generate-pdf/issued-file.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { invoiceContents, type InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { DocumentRow } from '#domain/documents/invoice-rows.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type pg from 'pg'
import type { Attachment } from './transport.ts'

/** The login that keeps what was drawn; the mail sender's own may only read it. */
export type Desk = Pick<FunctionContext, 'asOrderDesk'>

/** @param orderDesk opened as `shop_orders` */
export function deskOf(orderDesk: pg.Pool): Desk {
  return { asOrderDesk: (work) => inTransaction(orderDesk, { prepare: true }, work) }
}

export type MailDocuments = {
  /** An invoice, or two (rule 46A), or their credit notes: what the law calls each, and its number. */
  serials: { form: string; serial: string }[]
  /**
   * What nobody has asked for yet is drawn and kept by the one way in which a first download does it, so that mail and
   * download are the same file. Throws PressError, or what the drawer says, where it cannot be drawn.
   */
  file(): Promise<Attachment>
}

/** Null where nothing was issued: the database says by the mail's own row which document it may carry. */
export async function findMailDocuments(
  client: pg.ClientBase,
  mail: { id: string; data: { order_id?: string } },
  desk: Desk,
  settings: StoreSettings,
): Promise<MailDocuments | null> {
  const found = await client.query<{ document_type: IssuedType; bytes: Uint8Array | null }>('select document_type, bytes from private.mail_document($1)', [
    mail.id,
  ])
  const [paper] = found.rows
  const orderId = mail.data.order_id
  if (!paper || orderId === undefined) return null
  const documentType = paper.document_type
  const { rows } = await client.query<DocumentRow>(
    'select kind, form, serial, issued_at, content from public.documents where order_id = $1 and kind = $2 order by form desc, serial',
    [orderId, documentType === 'invoice' ? 'invoice' : 'credit_note'],
  )
  return {
    serials: rows.map(({ form = '', serial }) => ({ form, serial })),
    file: async () => ({
      filename: `${rows.map(({ serial }) => serial.replaceAll('/', '-')).join('-and-')}.pdf`,
      bytes: paper.bytes ?? (await issuedFile(desk, { orderId, documentType }, 'original', contentsOf(rows, documentType, settings))),
      contentType: 'application/pdf',
    }),
  }
}

/** From the frozen facts alone. */
function contentsOf(documents: DocumentRow[], documentType: IssuedType, settings: StoreSettings): InvoiceContent[] {
  const facts = documents[0]?.content
  if (!facts) throw new Error('A document without its facts cannot be drawn')
  return invoiceContents({ ...facts.order, documents }, facts.items, settings, documentType)
}
