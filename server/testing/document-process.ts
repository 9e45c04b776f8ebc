/** Makes a document in a separate process that prints 'written' once both files are in the store and goes no further, so that a test can kill it. */
import { Pool } from 'pg'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { issuedFile } from '#functions/generate-pdf/issued-file.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { openTestDocuments } from './test-documents.ts'

export type DocumentTask = { orderServiceUrl: string; fileId: string; contents: InvoiceContent[] }

const { orderServiceUrl, fileId, contents }: DocumentTask = JSON.parse(process.argv[2] ?? '{}') as DocumentTask
const pool = new Pool({ connectionString: orderServiceUrl, max: 1 })
const documentFiles = await openTestDocuments(orderServiceUrl)
let written = 0
const context = {
  asOrderService: ((work) => inTransaction(pool, {}, work)) as Parameters<typeof issuedFile>[0]['asOrderService'],
  documentFiles: {
    ...documentFiles,
    async write(version: string, bytes: Uint8Array) {
      await documentFiles.write(version, bytes)
      written += 1
      if (written === 2) process.stdout.write('written')
      await new Promise(() => undefined)
    },
  },
  log: () => undefined,
}
await issuedFile(context, fileId, 'original', contents)
