/** The issued document attached to a mail: the same bytes that generate-pdf returns. */
import { readFacts } from '#domain/documents/frozen-charges.ts'
import type { FunctionContext } from '#functions/context.ts'
import { issuedFile, type IssuedType } from '#functions/generate-pdf/issued-file.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { DOCUMENT_LOGO } from '#functions/generate-pdf/document-logo.ts'
import { invoiceContents, withBrand, type DocumentLogo, type InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { DocumentRow } from '#domain/documents/invoice-rows.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type pg from 'pg'
import type { Attachment } from './transport.ts'

/** The database login that stores rendered documents; the mail worker's own login may only read them. */
export type OrderService = Pick<FunctionContext, 'asOrderService'>

/** @param orderService opened as `shop_orders` */
export function orderServiceOf(orderService: pg.Pool): OrderService {
  return { asOrderService: (work) => inTransaction(orderService, { prepare: true }, work) }
}

export type MailDocuments = {
  /** One invoice, or two (rule 46A), or their credit notes: the legal name and serial number of each. */
  serials: { form: string; serial: string }[]
  /**
   * The stored file. Renders and stores it first if necessary, exactly like the first download, so that mail and download are the
   * same file. Throws if rendering fails.
   */
  file(): Promise<Attachment>
}

/** The database decides by the mail's row which document it may contain; null if none was issued. */
export async function findMailDocuments(
  client: pg.ClientBase,
  mail: { id: string; data: { order_id?: string } },
  orderService: OrderService,
  settings: StoreSettings,
): Promise<MailDocuments | null> {
  const found = await client.query<{ document_type: IssuedType; bytes: Uint8Array | null }>('select document_type, bytes from private.mail_document($1)', [
    mail.id,
  ])
  const [document] = found.rows
  const orderId = mail.data.order_id
  if (!document || orderId === undefined) return null
  const documentType = document.document_type
  const { rows } = await client.query<DocumentRow>(
    'select kind, form, serial, issued_at, content from public.documents where order_id = $1 and kind = $2 order by form desc, serial',
    [orderId, documentType === 'invoice' ? 'invoice' : 'credit_note'],
  )
  const contents = async () => {
    const logos = await client.query<DocumentLogo>(DOCUMENT_LOGO)
    return withBrand(contentsOf(rows, documentType, settings), logos.rows[0] ?? null, settings)
  }
  return {
    serials: rows.map(({ form = '', serial }) => ({ form, serial })),
    file: async () => ({
      filename: `${rows.map(({ serial }) => serial.replaceAll('/', '-')).join('-and-')}.pdf`,
      bytes: document.bytes ?? (await issuedFile(orderService, { orderId, documentType }, 'original', await contents())),
      contentType: 'application/pdf',
    }),
  }
}

/** Only from the order data frozen at issue. */
function contentsOf(documents: DocumentRow[], documentType: IssuedType, settings: StoreSettings): InvoiceContent[] {
  const facts = documents[0]?.content
  if (!facts) throw new Error('Document has no frozen order data')
  const { order, items } = readFacts(facts)
  return invoiceContents({ ...order, documents }, items, settings, documentType)
}
