import { useEffect, useRef, useState } from 'react'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-list.ts'
import { download, writeCsv } from '../../data/admin/csv.ts'
import type { ExportOptions } from '../../data/admin/csv.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { AdminIcon } from './admin-icon.tsx'

/** Exports the list with the current filters, all of its pages. `name` of the file, without its extension. */
export function ExportButton<Row>({ name, columns, read }: Pick<ExportOptions<Row>, 'columns' | 'read'> & { name: string }) {
  const [rows, setRows] = useState<number | null>(null)
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  async function run() {
    const stop = new AbortController()
    stopping.current = stop
    setRows(0)
    try {
      const made = await writeCsv({ columns, read, onProgress: setRows, signal: stop.signal })
      download(made.file, name)
      toast({ title: say.exported(groupIndian(String(made.rows))), tone: 'success' })
    } catch {
      if (!stop.signal.aborted) toast({ title: say.exportFailed, tone: 'error' })
    }
    setRows(null)
  }

  if (rows === null)
    return (
      <button type="button" className="ctl" onClick={() => void run()}>
        <AdminIcon name="export" /> {say.exportCsv}
      </button>
    )
  return (
    <span className="flex items-center gap-2" role="status">
      {say.exporting(groupIndian(String(rows)))}
      <button type="button" className="ctl" onClick={() => stopping.current?.abort()}>
        {say.stop}
      </button>
    </span>
  )
}
