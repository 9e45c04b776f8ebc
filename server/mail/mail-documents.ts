/** The issued document attached to a mail: the same bytes that generate-pdf returns. */
import { readFacts } from '#domain/documents/frozen-charges.ts'
import type { DocumentFiles, FunctionContext } from '#functions/context.ts'
import { E_INVOICE_OF_DOCUMENT, issuedFile } from '#functions/generate-pdf/issued-file.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { DOCUMENT_LOGO } from '#functions/generate-pdf/document-logo.ts'
import { invoiceContents, withBrand, type DocumentLogo, type InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { DocumentRow } from '#domain/documents/invoice-rows.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type pg from 'pg'
import type { Log } from '../log/log.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Attachment } from './transport.ts'

/** The database login that stores rendered documents, which the mail worker's own may not, and where their files are. */
export type OrderService = Pick<FunctionContext, 'asOrderService' | 'documentFiles' | 'log'>

/** @param orderService opened as `shop_orders` */
export function orderServiceOf(orderService: pg.Pool, documentFiles: DocumentFiles, log: Log): OrderService {
  return { asOrderService: (work) => inTransaction(orderService, { prepare: true }, work), documentFiles, log }
}

export type MailDocuments = {
  /** One invoice, or two (rule 46A), or credit notes, or both after a change: the legal name and serial number of each. */
  serials: { form: string; serial: string }[]
  /**
   * The stored files. Renders and stores them first if necessary, exactly like the first download, so that mail and download are the
   * same file. Throws if rendering fails.
   */
  files(): Promise<Attachment[]>
}

/**
 * Documents of mails are rendered one after the other, whatever the number of workers: mails go before customers in the PDF worker, and
 * between two of them a customer has their turn.
 */
const inTurn = oneAtATime()

/** The database decides by the mail's row which document it may contain; null if none was issued. */
export async function findMailDocuments(
  client: pg.ClientBase,
  mail: { id: string; data: { order_id?: string } },
  orderService: OrderService,
  settings: StoreSettings,
): Promise<MailDocuments | null> {
  const found = await client.query<MailFile>('select document_type, file_id from private.mail_document($1)', [mail.id])
  if (found.rows.length === 0 || mail.data.order_id === undefined) return null
  const issued = await client.query<DocumentRow>(
    `select d.kind, d.form, d.serial, d.issued_at, d.content, d.file_id, ${E_INVOICE_OF_DOCUMENT}
      from public.documents d where d.file_id = any ($1) order by d.kind, d.form desc, d.serial`,
    [found.rows.map(({ file_id }) => file_id)],
  )
  return {
    serials: issued.rows.map(({ form = '', serial }) => ({ form, serial })),
    files: async () => {
      const logos = await client.query<DocumentLogo>(DOCUMENT_LOGO)
      const contents = (file: MailFile, documents: DocumentRow[]) =>
        withBrand(contentsOf(documents, file.document_type, settings), logos.rows[0] ?? null, settings)
      return Promise.all(
        found.rows.map(async (file): Promise<Attachment> => {
          const documents = issued.rows.filter(({ file_id }) => file_id === file.file_id)
          return {
            filename: `${documents.map(({ serial }) => serial.replaceAll('/', '-')).join('-and-')}.pdf`,
            bytes: await issuedFile(orderService, file.file_id, 'original', contents(file, documents), (render) => inTurn(() => render('first'))),
            contentType: 'application/pdf',
          }
        }),
      )
    },
  }
}

type MailFile = { document_type: 'invoice' | 'creditNote'; file_id: string }

/** Only from the order data frozen at issue. */
function contentsOf(documents: DocumentRow[], documentType: MailFile['document_type'], settings: StoreSettings): InvoiceContent[] {
  const facts = documents[0]?.content
  if (!facts) throw new Error('Document has no frozen order data')
  const { order, items } = readFacts(facts)
  return invoiceContents({ ...order, documents }, items, settings, documentType)
}
