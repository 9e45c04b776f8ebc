import { useState } from 'react'
import * as say from '#words/admin-orders.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { printDocuments } from '../../../data/admin/orders/print-documents.ts'
import type { PrintedType } from '../../../data/admin/orders/print-documents.ts'
import { toast } from '../../../ui/overlay/toast.ts'

const FILES: Record<PrintedType, string> = { packingSlip: 'packing-slips', invoice: 'invoices' }

/** Prints one file with the documents of all these orders; orders without one are listed by number. */
export function usePrint() {
  const [busy, setBusy] = useState<PrintedType | null>(null)
  async function print(ids: readonly string[], type: PrintedType) {
    if (busy !== null) return
    setBusy(type)
    const made = await printDocuments(ids, type)
    setBusy(null)
    if (!made.ok) return void toast({ title: say.printFailed, description: made.message, tone: 'error' })
    if (made.pdf) {
      saveFile(made.pdf, `${FILES[type]}-${ids.length - made.missing.length}.pdf`)
      toast({ title: say.printed(ids.length - made.missing.length), tone: 'success' })
    }
    const [first] = made.missing
    if (first)
      toast({
        title: say.withoutDocument(made.missing.length),
        description: `${made.missing.map(({ orderId }) => say.number(orderId)).join(', ')}: ${first.reason}`,
        tone: 'error',
      })
  }
  return { busy, print }
}
