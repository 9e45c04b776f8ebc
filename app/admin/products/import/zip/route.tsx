import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { matchPictures, skusOfPath } from '#domain/product-import/picture-names.ts'
import type { NamedPictures } from '#domain/product-import/picture-names.ts'
import * as say from '#words/admin-zip-pictures.ts'
import { queryClient } from '../../../../data/api/queries.ts'
import { beginImport } from '../../../../data/admin/products/imports.ts'
import { fetchKnownSkus } from '../../../../data/admin/products/zip-pictures.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { listPictures, ZipError } from './read-zip.ts'
import { startZip } from './upload-zip.ts'
import type { ZipRun } from './upload-zip.ts'
import { ZipProgress } from './zip-progress.tsx'

/** Files of the list of those without a product. */
const SHOWN = 8

type Chosen = { file: File } & NamedPictures

/** Adds pictures from a ZIP file to the products whose SKUs are their names. */
export default function PicturesFromZip() {
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<keyof typeof say.failures | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [run, setRun] = useState<{ run: ZipRun; id: string } | null>(null)
  const [running, setRunning] = useState(false)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])
  useEffect(() => {
    if (!running) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
  const blocker = useBlocker(() => running)

  async function take(file: File | undefined) {
    if (!file) return
    reading.current?.abort()
    const mine = new AbortController()
    reading.current = mine
    setFailure(null)
    setChosen(null)
    setRun(null)
    setPercent(0)
    try {
      const paths = await listPictures(file, (share) => setPercent(Math.round(share * 100)), mine.signal)
      if (paths.length === 0) setFailure('NO_PICTURES')
      else {
        // A SKU is asked for as the file writes it and in capitals, as most shops write theirs.
        const skus = paths.flatMap(skusOfPath).flatMap((sku) => [sku, sku.toUpperCase()])
        setChosen({ file, ...matchPictures(paths, await fetchKnownSkus([...new Set(skus)], mine.signal)) })
      }
    } catch (error) {
      if (!mine.signal.aborted) setFailure(error instanceof ZipError ? error.code : 'OTHER')
    }
    if (!mine.signal.aborted) setPercent(null)
  }

  async function upload({ file, found }: Chosen) {
    setRunning(true)
    setFailure(null)
    try {
      const id = await beginImport(file.name, 0, new Set(found.map(({ sku }) => sku)).size)
      const started = startZip(file, found, id)
      setRun({ run: started, id })
      await started.ended
    } catch {
      setFailure('OTHER')
    }
    setRunning(false)
    await Promise.all(['admin-products', 'admin-imports'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }

  return (
    <>
      <PageHead title={say.title} back={{ to: '/admin/products/import', label: say.back }} aside={chosen?.file.name} />
      {failure === null ? null : (
        <p role="alert" className="mb-4 max-w-[760px] rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
          {say.failures[failure]}
        </p>
      )}
      {run !== null ? (
        <ZipProgress
          run={run.run}
          importId={run.id}
          fileName={chosen?.file.name ?? ''}
          onAgain={() => {
            setRun(null)
            setChosen(null)
          }}
        />
      ) : chosen !== null ? (
        <Matched chosen={chosen} busy={running} onUpload={() => void upload(chosen)} onOther={() => setChosen(null)} />
      ) : (
        <div className="grid max-w-[760px] gap-4">
          <div className="grid justify-items-center gap-3 rounded-md border border-dashed border-control bg-well px-4 py-12 text-center">
            <label className="ctl ctl-main cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
              {percent === null ? say.choose : say.reading(percent)}
              <input
                type="file"
                aria-label={say.fileLabel}
                accept=".zip,application/zip"
                className="sr-only"
                onChange={(event) => {
                  void take(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
            </label>
          </div>
          <ul className="grid list-disc gap-1 pl-5 text-ink-2">
            {say.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      )}
      {blocker.state === 'blocked' ? (
        <ConfirmDialog
          title={say.leaveTitle}
          confirm={say.leave}
          keep={say.stay}
          onConfirm={async () => {
            run?.run.stop()
            await run?.run.ended
            blocker.proceed()
          }}
          onClose={() => {
            if (blocker.state === 'blocked') blocker.reset()
          }}
        >
          {say.leaveText}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

type MatchedProps = { chosen: Chosen; busy: boolean; onUpload: () => void; onOther: () => void }

/** Which products the pictures are of, before anything is uploaded. */
function Matched({ chosen: { found, unknown }, busy, onUpload, onOther }: MatchedProps) {
  return (
    <section className="grid max-w-[760px] gap-4 rounded-md border border-line p-5">
      <h2>{say.matched(found.length, new Set(found.map(({ sku }) => sku)).size)}</h2>
      {unknown.length === 0 ? null : (
        <div className="rounded-sm bg-pending-tint px-3 py-2">
          <p className="font-semibold text-pending">{say.unknown(unknown.length)}</p>
          <ul>
            {unknown.slice(0, SHOWN).map((path) => (
              <li key={path} className="wrap-anywhere">
                {path}
              </li>
            ))}
            {unknown.length > SHOWN ? <li>{say.andMore(unknown.length - SHOWN)}</li> : null}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {found.length === 0 ? null : (
          <button type="button" className="ctl ctl-main" disabled={busy} onClick={onUpload}>
            {say.upload(found.length)}
          </button>
        )}
        <button type="button" className="ctl" disabled={busy} onClick={onOther}>
          {say.other}
        </button>
      </div>
    </section>
  )
}
