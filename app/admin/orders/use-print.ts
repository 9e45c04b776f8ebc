import { useState } from 'react'
import * as say from '#words/admin-orders.ts'
import { saveFile } from '../../data/orders/invoice.ts'
import { printPapers } from '../../data/admin/print-papers.ts'
import type { PaperType } from '../../data/admin/print-papers.ts'
import { toast } from '../../ui/toast.ts'

const FILES: Record<PaperType, string> = { packingSlip: 'packing-slips', invoice: 'invoices' }

/** One file with the papers of all these orders; who has none is told by number. */
export function usePrint() {
  const [busy, setBusy] = useState<PaperType | null>(null)
  async function print(ids: readonly string[], type: PaperType) {
    if (busy !== null) return
    setBusy(type)
    const made = await printPapers(ids, type)
    setBusy(null)
    if (!made.ok) return void toast({ title: say.printFailed, description: made.message, tone: 'error' })
    if (made.pdf) {
      saveFile(made.pdf, `${FILES[type]}-${ids.length - made.missing.length}.pdf`)
      toast({ title: say.printed(ids.length - made.missing.length), tone: 'success' })
    }
    const [first] = made.missing
    if (first)
      toast({
        title: say.withoutPaper(made.missing.length),
        description: `${made.missing.map(({ orderId }) => say.number(orderId)).join(', ')}: ${first.reason}`,
        tone: 'error',
      })
  }
  return { busy, print }
}
