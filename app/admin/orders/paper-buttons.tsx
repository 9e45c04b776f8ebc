import { useState } from 'react'
import { fetchPdf, saveFile } from '../../data/invoice.ts'
import type { DocumentType } from '../../data/invoice.ts'
import { toast } from '../../ui/toast.ts'

const papers: { type: DocumentType; name: string; file: string }[] = [
  { type: 'invoice', name: 'Invoice', file: 'invoice' },
  { type: 'packingSlip', name: 'Packing slip', file: 'packing-slip' },
]

/** The papers that go with a parcel, as PDF. */
export function PaperButtons({ orderId }: { orderId: string }) {
  const [busy, setBusy] = useState<DocumentType | null>(null)

  async function download(paper: (typeof papers)[number]) {
    setBusy(paper.type)
    const result = await fetchPdf(orderId, paper.type)
    setBusy(null)
    if (result.ok) saveFile(result.pdf, `${paper.file}-${orderId}.pdf`)
    else toast({ title: result.message, tone: 'error' })
  }

  return (
    <span className="mt-1 flex gap-3 whitespace-nowrap">
      {papers.map((paper) => (
        <button key={paper.type} type="button" className="link py-1" disabled={busy !== null} onClick={() => void download(paper)}>
          {busy === paper.type ? 'Fetching…' : paper.name}
          <span className="sr-only"> of order {orderId.slice(0, 8)}</span>
        </button>
      ))}
    </span>
  )
}
