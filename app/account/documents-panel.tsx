import { useState } from 'react'
import { documentList } from '#domain/documents/document-list.ts'
import type { ListedDocument } from '#domain/documents/document-list.ts'
import type { DocumentRow } from '#domain/documents/invoice-rows.ts'
import { formatRupees } from '#domain/money/money.ts'
import * as say from '#words/invoice.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { downloadInvoice } from './download-invoice.ts'

/** Every issued document of the order, where there are several invoices or several credit notes. */
export function DocumentsPanel({ order }: { order: { id: string; documents: readonly DocumentRow[] } }) {
  const [busy, setBusy] = useState<string | null>(null)
  const documents = documentList(order.documents)
  if (documents.length === 0) return null
  const download = ({ type, serial, fileId }: ListedDocument) => {
    setBusy(serial)
    void downloadInvoice(order.id, type, { serial, fileId }).finally(() => setBusy(null))
  }
  return (
    <Panel title={say.allDocuments} className="print:hidden">
      <ul>
        {documents.map((document) => (
          <li key={document.serial} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-0">
            <span className="num min-w-0 [overflow-wrap:anywhere]">
              <b className="block font-semibold">{say.formNames[document.form]}</b>
              <span className="text-sm text-ink-2">{say.documentOf(document.serial, document.date, formatRupees(document.total))}</span>
              {document.parcel === null ? null : <span className="block text-sm text-ink-2">{say.ofParcel(document.parcel)}</span>}
              {document.against ? <span className="block text-sm text-ink-2">{say.againstNumber(document.against)}</span> : null}
            </span>
            <Button busy={busy === document.serial} busyText={say.fetching} onClick={() => download(document)}>
              {say.download}
              <span className="sr-only"> {document.serial}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
