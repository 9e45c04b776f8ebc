import { useRef, useState } from 'react'
import * as say from '#words/admin-printing.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { printDocuments } from '../../../data/admin/orders/print-documents.ts'
import type { Missing, PrintedType, PrintOptions } from '../../../data/admin/orders/print-documents.ts'
import { toast } from '../../../ui/overlay/toast.ts'

const NAMES: Record<PrintedType, string> = { packingSlip: 'packing-slips', invoice: 'invoices', label: 'labels', pickList: 'pick-list' }

export type PrintedFile = { name: string; file: Blob }
/** `files`: those that are still to be saved, because a browser asks before it saves several by itself. */
export type PrintReport = { printed: number; missing: readonly Missing[]; files: readonly PrintedFile[] }

/**
 * Creates the file with the documents of all these orders, or several where one would be too long. `progress`: how many orders are
 * prepared. `report`: what is left to say or to save.
 */
export function usePrint(onDone: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [report, setReport] = useState<PrintReport | null>(null)
  const run = useRef<AbortController | null>(null)
  async function print(ids: readonly string[], options: PrintOptions) {
    if (progress) return
    const { signal } = (run.current = new AbortController())
    setProgress({ done: 0, of: ids.length })
    const made = await printDocuments(ids, options, { onProgress: (done) => setProgress({ done, of: ids.length }), signal })
    setProgress(null)
    if (signal.aborted) return
    if (!made.ok) return void toast({ title: say.failed, description: made.message, tone: 'error' })
    const printed = ids.length - made.missing.length
    const name = `${NAMES[options.documentType]}-${printed}`
    const files = made.files.map((file, place) => ({ name: made.files.length === 1 ? `${name}.pdf` : `${name}-part-${place + 1}.pdf`, file }))
    const [only] = files
    if (only && files.length === 1) saveFile(only.file, only.name)
    const unsaved = files.length > 1 ? files : []
    if (made.missing.length > 0 || unsaved.length > 0) return setReport({ printed, missing: made.missing, files: unsaved })
    toast({ title: say.printed(printed), tone: 'success' })
    onDone()
  }
  return { progress, report, print, stop: () => run.current?.abort(new Error(say.stopped)) }
}
