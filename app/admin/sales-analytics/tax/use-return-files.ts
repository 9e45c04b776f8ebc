import { useState } from 'react'
import type { SheetName } from '#domain/gstr1/sheets.ts'
import * as say from '#words/admin-gst.ts'
import { fetchGstSheet } from '../../../data/admin/reports/gst-return.ts'
import type { GstReturn } from '../../../data/admin/reports/gst-return.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'

/** Saves the shown return for the portal, and each table as a sheet. `busy`: the sheet that is being made. */
export function useReturnFiles(month: string) {
  const [busy, setBusy] = useState<SheetName | null>(null)

  async function saveSheet(table: SheetName) {
    setBusy(table)
    try {
      const name = `GSTR1_${month}_${table}.csv`
      saveFile(await fetchGstSheet(month, table), name)
      toast({ title: say.downloaded(name), tone: 'success' })
    } catch {
      toast({ title: say.downloadFailed, tone: 'error' })
    }
    setBusy(null)
  }

  return {
    busy,
    saveSheet: (table: SheetName) => void saveSheet(table),
    saveJson(filed: GstReturn) {
      saveFile(new Blob([JSON.stringify(filed.return)], { type: 'application/json' }), filed.filename)
      toast({ title: say.downloaded(filed.filename), tone: 'success' })
    },
  }
}
