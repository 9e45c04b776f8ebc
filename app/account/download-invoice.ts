import { useState } from 'react'
import * as say from '#words/orders.ts'
import { fetchPdf, saveFile } from '../data/orders/invoice.ts'
import { toast } from '../ui/overlay/toast.ts'

const FILE_NAMES = { invoice: 'invoice', creditNote: 'credit-note' }
type Paper = keyof typeof FILE_NAMES

/** Fetches the invoice and saves it as invoice-{orderId}.pdf, with the messages of docs/rules.md#fixed-texts; a credit note in the same way. */
export async function downloadInvoice(orderId: string, paper: Paper = 'invoice', one?: { serial: string; fileId: string }): Promise<void> {
  try {
    const result = await fetchPdf(orderId, paper, one)
    if (!result.ok) {
      toast({ title: result.message || say.downloadFailed, tone: 'error' })
      return
    }
    saveFile(result.pdf, `${one ? one.serial.replaceAll('/', '-') : `${FILE_NAMES[paper]}-${orderId}`}.pdf`)
    toast({ title: paper === 'invoice' ? say.downloaded : say.creditNoteDownloaded, tone: 'success' })
  } catch {
    toast({ title: say.downloadFailedLater, tone: 'error' })
  }
}

/** `busy` is the id of the order whose document is being fetched. */
export function useInvoiceDownload(paper: Paper = 'invoice'): { busy: string | null; download: (orderId: string) => void } {
  const [busy, setBusy] = useState<string | null>(null)
  return {
    busy,
    download: (orderId) => {
      setBusy(orderId)
      void downloadInvoice(orderId, paper).finally(() => setBusy(null))
    },
  }
}
