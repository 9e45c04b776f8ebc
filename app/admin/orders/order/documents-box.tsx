import { useState } from 'react'
import { documentList } from '#domain/documents/document-list.ts'
import { formatRupees } from '#domain/money/money.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-orders.ts'
import * as parcels from '#words/admin-parcels.ts'
import * as printing from '#words/admin-printing.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { fetchPdf, saveFile } from '../../../data/orders/invoice.ts'
import type { DocumentType } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { printDocuments } from '../../../data/admin/orders/print-documents.ts'
import { usePrintChoice } from '../printing/print-choice.ts'
import type { PrintChoice } from '../printing/print-choice.ts'
import { Box } from './box.tsx'

type Printable = DocumentType | 'label'
/** One of several invoices or credit notes. */
type Issued = { serial: string; fileId: string }

/** The documents of this order by name; one download at a time. */
export function useDocuments(order: FullOrder | null | undefined) {
  const [busy, setBusy] = useState<string | null>(null)
  const [choice, choose] = usePrintChoice()
  async function download(type: Printable, one?: Issued) {
    if (!order || busy !== null) return
    setBusy(one?.serial ?? type)
    const made =
      type === 'label'
        ? await fetchLabel(order.id, choice)
        : await fetchPdf(order.id, type, { copies: type === 'invoice' ? choice.copies : undefined, fileId: one?.fileId })
    setBusy(null)
    const serial = one?.serial ?? order.documents.find(({ kind }) => kind === (type === 'creditNote' ? 'credit_note' : 'invoice'))?.serial
    const unnumbered = { packingSlip: 'packing-slip', label: 'label', invoice: 'proforma', creditNote: 'credit-note' }[type]
    const name = type === 'packingSlip' || type === 'label' || serial === undefined ? `${unnumbered}-${order.id.slice(0, 8)}` : serial
    if (made.ok) saveFile(made.pdf, `${name.replaceAll('/', '-')}.pdf`)
    else toast({ title: made.message, tone: 'error' })
  }
  return { busy, choice, choose, download }
}

/** Invoice or proforma, credit notes, packing slip: each can be downloaded and printed. */
export function DocumentsBox({ order, busy, choice, choose, download }: { order: FullOrder } & ReturnType<typeof useDocuments>) {
  const of = (kind: string) => order.documents.filter((document) => document.kind === kind)
  const [invoices, notes] = [of('invoice'), of('credit_note')]
  const issued = (documents: typeof invoices) => documents.map(({ serial, issued_at }) => `${serial}, ${formatDay(issued_at)}`).join(' · ')
  const several = documentList(order.documents)
  const single: { type: Printable; name: string; detail: string }[] = [
    invoices.length > 0
      ? { type: 'invoice', name: say.invoice, detail: issued(invoices) }
      : { type: 'invoice', name: say.proforma, detail: order.invoice_per_parcel ? say.invoicesOfParcels : say.noNumber },
    ...(notes.length > 0 ? [{ type: 'creditNote' as const, name: say.creditNote, detail: issued(notes) }] : []),
  ]
  const documents: { type: Printable; name: string; detail: string; one?: Issued }[] = [
    ...several.map((one) => ({
      type: one.type,
      name: say.numberedDocument(one.type === 'invoice' ? say.invoice : say.creditNote, one.serial),
      detail: [one.date, formatRupees(one.total), one.against, one.parcel === null ? null : parcels.parcel(one.parcel)].filter(Boolean).join(' · '),
      one,
    })),
    ...(several.length > 0 ? [] : single),
    { type: 'packingSlip', name: say.packingSlip, detail: say.noPrices },
    ...(order.status === 'cancelled' ? [] : [{ type: 'label' as const, name: printing.label, detail: printing.labelText }]),
  ]
  return (
    <Box bare title={say.documents}>
      <ul>
        {documents.map(({ type, name, detail, one }) => (
          <li key={one?.serial ?? type} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <b className="block font-medium">{name}</b>
              <span className="text-ink-2">{detail}</span>
              {type === 'invoice' && invoices.length > 0 && (one === undefined || one === several[0]) ? (
                <Choice label={printing.copies} value={choice.copies} options={printing.copiesOf} onChoose={(copies) => choose({ copies })} />
              ) : null}
              {type === 'label' ? (
                <Choice label={printing.labels} value={choice.labels} options={printing.labelsOf} onChoose={(labels) => choose({ labels })} />
              ) : null}
            </span>
            <button type="button" className="ctl" aria-disabled={busy !== null} onClick={() => void download(type, one)}>
              {busy === (one?.serial ?? type) ? say.printing : say.download}
              <span className="sr-only"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Box>
  )
}

type ChoiceProps<Value extends string> = { label: string; value: Value; options: Readonly<Record<Value, string>>; onChoose: (value: Value) => void }

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <select aria-label={label} className="box mt-1 block max-w-full" value={value} onChange={({ target }) => onChoose(target.value as Value)}>
      {(Object.keys(options) as Value[]).map((option) => (
        <option key={option} value={option}>
          {options[option]}
        </option>
      ))}
    </select>
  )
}

async function fetchLabel(orderId: string, choice: PrintChoice): Promise<{ ok: true; pdf: Blob } | { ok: false; message: string }> {
  const made = await printDocuments([orderId], { documentType: 'label', ...choice })
  if (!made.ok) return made
  const [pdf] = made.files
  return pdf ? { ok: true, pdf } : { ok: false, message: made.missing[0]?.reason ?? printing.failed }
}
