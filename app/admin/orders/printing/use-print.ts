import { useState } from 'react'
import * as say from '#words/admin-printing.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { printDocuments } from '../../../data/admin/orders/print-documents.ts'
import type { Missing, PrintedType, PrintOptions } from '../../../data/admin/orders/print-documents.ts'
import { toast } from '../../../ui/overlay/toast.ts'

const FILES: Record<PrintedType, string> = { packingSlip: 'packing-slips', invoice: 'invoices', label: 'labels', pickList: 'pick-list' }

export type PrintReport = { printed: number; missing: readonly Missing[] }

/** Creates one file with the documents of all these orders. `report`: after a file that lacks orders, which ones and why. */
export function usePrint(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [report, setReport] = useState<PrintReport | null>(null)
  async function print(ids: readonly string[], options: PrintOptions) {
    if (busy) return
    setBusy(true)
    const made = await printDocuments(ids, options)
    setBusy(false)
    if (!made.ok) return void toast({ title: say.failed, description: made.message, tone: 'error' })
    const printed = ids.length - made.missing.length
    if (made.pdf) saveFile(made.pdf, `${FILES[options.documentType]}-${printed}.pdf`)
    if (made.missing.length > 0) return setReport({ printed, missing: made.missing })
    toast({ title: say.printed(printed), tone: 'success' })
    onDone()
  }
  return { busy, report, print }
}
