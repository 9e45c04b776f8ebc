import { useEffect, useRef, useState } from 'react'
import { SEARCHED_LINES } from '#domain/product-import/heading-row.ts'
import * as say from '#words/admin-import.ts'
import { listFrom, loadFile } from './loaded.ts'
import type { Begun, Loaded } from './loaded.ts'

/** Where the list is in the file: the sheet of a workbook, and the row of the headings. Both were chosen by what they contain. */
export function ListPlace({ loaded, onReread }: { loaded: Loaded; onReread: (begun: Begun) => void }) {
  const [reading, setReading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function chooseSheet(sheet: number) {
    leaving.current?.abort()
    const mine = new AbortController()
    leaving.current = mine
    setFailure(null)
    setReading(true)
    try {
      onReread(await loadFile(loaded.file, () => undefined, mine.signal, sheet))
    } catch (error) {
      if (!mine.signal.aborted) setFailure(error instanceof Error ? error.message : say.unreadable)
    }
    if (!mine.signal.aborted) setReading(false)
  }

  const { sheets, sheet, records, heading, above, below } = loaded
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      {sheets.length > 1 ? (
        <label className="grid min-w-0 gap-1 max-md:w-full">
          {say.sheet}
          <select className="box md:w-[220px]" value={sheet} disabled={reading} onChange={(event) => void chooseSheet(Number(event.target.value))}>
            {sheets.map((name, place) => (
              <option key={name} value={place}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label className="grid min-w-0 gap-1 max-md:w-full">
        {say.headingRow}
        <select className="box md:w-[340px]" value={heading} disabled={reading} onChange={(event) => onReread(listFrom(loaded, Number(event.target.value)))}>
          {records.slice(0, SEARCHED_LINES).map(({ row, cells }, place) => (
            <option key={row} value={place}>
              {say.headingOption(row, cells)}
            </option>
          ))}
        </select>
      </label>
      {failure === null ? (
        <p role="status" className="min-h-8 content-center text-ink-2">
          {reading ? say.readingSheet : above + below > 0 ? say.leftAround(above, below) : ''}
        </p>
      ) : (
        <p role="alert" className="text-cancelled">
          {failure}
        </p>
      )}
    </div>
  )
}
