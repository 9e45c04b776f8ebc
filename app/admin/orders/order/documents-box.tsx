import { useState } from 'react'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-orders.ts'
import * as printing from '#words/admin-printing.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { fetchPdf, saveFile } from '../../../data/orders/invoice.ts'
import type { DocumentType, InvoiceCopies } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { usePrintChoice } from '../printing/print-choice.ts'
import { Box } from './box.tsx'

/** The documents of this order by name; one download at a time. */
export function useDocuments(order: FullOrder | null | undefined) {
  const [busy, setBusy] = useState<DocumentType | null>(null)
  const [{ copies }, choose] = usePrintChoice()
  async function download(type: DocumentType) {
    if (!order || busy !== null) return
    setBusy(type)
    const made = await fetchPdf(order.id, type, type === 'invoice' ? copies : undefined)
    setBusy(null)
    const serial = order.documents.find(({ kind }) => kind === (type === 'creditNote' ? 'credit_note' : 'invoice'))?.serial
    const name = type === 'packingSlip' || serial === undefined ? `${type === 'packingSlip' ? 'packing-slip' : 'proforma'}-${order.id.slice(0, 8)}` : serial
    if (made.ok) saveFile(made.pdf, `${name.replaceAll('/', '-')}.pdf`)
    else toast({ title: made.message, tone: 'error' })
  }
  return { busy, copies, choose, download }
}

/** Invoice or proforma, credit notes, packing slip: each can be downloaded and printed. */
export function DocumentsBox({ order, busy, copies, choose, download }: { order: FullOrder } & ReturnType<typeof useDocuments>) {
  const of = (kind: string) => order.documents.filter((document) => document.kind === kind)
  const [invoices, notes] = [of('invoice'), of('credit_note')]
  const issued = (documents: typeof invoices) => documents.map(({ serial, issued_at }) => `${serial}, ${formatDay(issued_at)}`).join(' · ')
  const documents: { type: DocumentType; name: string; detail: string }[] = [
    invoices.length > 0 ? { type: 'invoice', name: say.invoice, detail: issued(invoices) } : { type: 'invoice', name: say.proforma, detail: say.noNumber },
    ...(notes.length > 0 ? [{ type: 'creditNote' as const, name: say.creditNote, detail: issued(notes) }] : []),
    { type: 'packingSlip', name: say.packingSlip, detail: say.noPrices },
  ]
  return (
    <Box bare title={say.documents}>
      <ul>
        {documents.map(({ type, name, detail }) => (
          <li key={type} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <b className="block font-medium">{name}</b>
              <span className="text-ink-2">{detail}</span>
              {type === 'invoice' && invoices.length > 0 ? (
                <select
                  aria-label={printing.copies}
                  className="box mt-1 block max-w-full"
                  value={copies}
                  onChange={({ target }) => choose({ copies: target.value as InvoiceCopies })}
                >
                  {Object.entries(printing.copiesOf).map(([value, name]) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </select>
              ) : null}
            </span>
            <button type="button" className="ctl" aria-disabled={busy !== null} onClick={() => void download(type)}>
              {busy === type ? say.printing : say.download}
              <span className="sr-only"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Box>
  )
}
