import { useState } from 'react'
import * as say from '#words/orders.ts'
import { fetchPdf, saveFile } from '../data/invoice.ts'
import { toast } from '../ui/toast.ts'

/** Fetches the invoice and saves it as invoice-{orderId}.pdf, with the sentences of section 8. */
export async function downloadInvoice(orderId: string): Promise<void> {
  try {
    const result = await fetchPdf(orderId, 'invoice')
    if (!result.ok) {
      toast({ title: result.message || say.downloadFailed, tone: 'error' })
      return
    }
    saveFile(result.pdf, `invoice-${orderId}.pdf`)
    toast({ title: say.downloaded, tone: 'success' })
  } catch {
    toast({ title: say.downloadFailedLater, tone: 'error' })
  }
}

/** `busy` names the order whose invoice is on its way. */
export function useInvoiceDownload(): { busy: string | null; download: (orderId: string) => void } {
  const [busy, setBusy] = useState<string | null>(null)
  return {
    busy,
    download: (orderId) => {
      setBusy(orderId)
      void downloadInvoice(orderId).finally(() => setBusy(null))
    },
  }
}
