import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PRODUCT_FIELDS } from '#domain/product-import/fields.ts'
import * as say from '#words/admin-import.ts'
import * as zip from '#words/admin-zip-pictures.ts'
import { csvLine, download } from '../../../data/admin/csv.ts'
import { useMay } from '../../access.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import { loadFile } from './loaded.ts'
import type { Begun } from './loaded.ts'
import { PictureDownloads } from './picture-downloads.tsx'
import { PastImports } from './past-imports.tsx'

type StepFileProps = { /** why the admin is back at this step */ notice: string | null; onLoaded: (begun: Begun) => void }

/** Takes a file by drop or by choice. */
export function StepFile({ notice, onLoaded }: StepFileProps) {
  const costs = useMay()('costs.read')
  const [over, setOver] = useState(false)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function take(file: File | undefined) {
    if (!file) return
    leaving.current?.abort()
    const mine = new AbortController()
    leaving.current = mine
    setFailure(null)
    setPercent(0)
    try {
      onLoaded(await loadFile(file, (share) => setPercent(Math.round(share * 100)), mine.signal))
    } catch (error) {
      if (!mine.signal.aborted) setFailure(error instanceof Error ? error.message : say.unreadable)
    }
    if (!mine.signal.aborted) setPercent(null)
  }

  return (
    <div className="grid max-w-[760px] gap-4">
      {notice === null || failure !== null ? null : (
        <p role="status" className="rounded-sm bg-pending-tint px-3 py-2 text-pending">
          {notice}
        </p>
      )}
      {failure === null ? null : (
        <p role="alert" className="rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
          {failure}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button within does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
        className={`grid justify-items-center gap-3 rounded-md border border-dashed px-4 py-12 text-center ${over ? 'border-accent bg-chosen' : 'border-control bg-well'}`}
      >
        <AdminIcon name="export" size={28} className="rotate-180 text-ink-2" />
        <p className="text-md font-semibold max-md:hidden">{say.dropHere}</p>
        <label className="ctl ctl-main cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
          {percent === null ? say.orChoose : say.reading(percent)}
          <input
            type="file"
            aria-label={say.fileLabel}
            accept=".xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0])
              // Reset the input, so that the same file can be chosen again after a correction.
              event.target.value = ''
            }}
          />
        </label>
        <p className="max-w-[56ch] text-pretty text-ink-2">{say.fileText}</p>
      </div>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {say.fileRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p>
        <button
          type="button"
          className="ctl"
          onClick={() =>
            download(
              new Blob([`\uFEFF${csvLine(PRODUCT_FIELDS.filter((field) => costs || field !== 'cost').map((field) => say.fields[field]))}`], {
                type: 'text/csv;charset=utf-8',
              }),
              'products-template',
            )
          }
        >
          <AdminIcon name="export" /> {say.template}
        </button>
      </p>
      <p>
        {zip.linkText}{' '}
        <Link to="/admin/products/import/pictures" className="link">
          {zip.link}
        </Link>
      </p>
      <PictureDownloads />
      <PastImports />
    </div>
  )
}
