import { useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate, useSearchParams } from 'react-router'
import type { ImportField } from '#domain/product-import/fields.ts'
import { NO_REMEDIES } from '#domain/product-import/remedies.ts'
import * as say from '#words/admin-import.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { useMay } from '../../access.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { checkRows } from './check.ts'
import type { Checked } from './check.ts'
import { withoutCosts } from './loaded.ts'
import type { Begun, Loaded } from './loaded.ts'
import type { Options } from './options.ts'
import { startImport } from './plan-run.ts'
import { sourceOf } from './read-file.ts'
import { remember } from './remembered.ts'
import type { ImportRun } from './run-import.ts'
import { StepCheck } from './step-check.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepFile } from './step-file.tsx'
import { BAR, StepRun } from './step-run.tsx'
import { STEPS, Steps } from './steps.tsx'
import type { Step } from './steps.tsx'

/** Imports a price list from the admin's computer: file, columns, check, import, each step with its own address. */
export default function ImportProducts() {
  const settings = useSettings()
  const costs = useMay()('costs.read')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [fields, setFields] = useState<(ImportField | null)[]>([])
  const [options, setOptions] = useState<Options>({
    pricesIncludeGst: settings.pricesIncludeGst,
    newStatus: 'draft',
    unsellable: 'refuse',
    createCategories: true,
    source: '',
    remedies: NO_REMEDIES,
  })
  const [checked, setChecked] = useState<Checked | null>(null)
  const [progress, setProgress] = useState(0)
  const [failure, setFailure] = useState<{ title: string; text: string; error: unknown } | null>(null)
  const [run, setRun] = useState<ImportRun | null>(null)
  const [importId, setImportId] = useState('')
  const [running, setRunning] = useState(false)
  const [seconds, setSeconds] = useState<string | null>(null)
  const checking = useRef<AbortController | null>(null)
  useEffect(() => () => checking.current?.abort(), [])

  const asked = STEPS.find((one) => one === params.get('step')) ?? 'file'
  // The file is only in memory, so after a reload the import starts again.
  const step: Step = loaded === null ? 'file' : asked === 'import' && run === null ? 'check' : asked
  const go = (to: Step, replace = false) => void navigate({ search: to === 'file' ? '' : `step=${to}` }, { replace })

  const blocker = useBlocker(({ nextLocation }) => running && new URLSearchParams(nextLocation.search).get('step') !== 'import')
  useEffect(() => {
    if (!running) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])

  function take(read: Begun) {
    const begun = costs ? read : withoutCosts(read)
    setLoaded(begun.loaded)
    setFields(begun.fields)
    setOptions({ ...options, pricesIncludeGst: settings.pricesIncludeGst, ...begun.options, remedies: NO_REMEDIES })
    setRun(null)
  }

  function begin(begun: Begun) {
    take(begun)
    go('columns')
  }

  async function check(chosen = options) {
    if (loaded === null) return
    const own = { ...chosen, source: sourceOf(chosen.source) }
    setOptions(own)
    remember(loaded.headings, fields, own)
    checking.current?.abort()
    const mine = new AbortController()
    checking.current = mine
    setChecked(null)
    setFailure(null)
    setProgress(0)
    setRun(null)
    go('check')
    try {
      const made = await checkRows({ table: loaded, fields, options: own, settings, costs, onProgress: setProgress, signal: mine.signal })
      if (!mine.signal.aborted) setChecked(made)
    } catch (error) {
      if (!mine.signal.aborted) setFailure({ title: say.checkFailed, text: say.checkFailedText, error })
    }
  }

  async function write() {
    if (checked === null || running) return
    setRunning(true)
    setSeconds(null)
    try {
      const began = performance.now()
      const started = await startImport(checked, loaded?.name ?? '')
      setRun(started.run)
      setImportId(started.id)
      go('import')
      await started.run.ended
      setSeconds(((performance.now() - began) / 1000).toFixed(1))
    } catch (error) {
      setFailure({ title: say.categoriesFailed(error instanceof Error ? error.message : String(error)), text: '', error })
    }
    setRunning(false)
    await Promise.all(
      ['admin-products', 'admin-categories', 'admin-import-categories', 'admin-imports', 'admin-picture-downloads'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }

  return (
    <>
      <PageHead
        title={say.title}
        back={{ to: '/admin/products', label: say.products }}
        aside={loaded === null || step === 'file' ? undefined : say.fileLine(loaded.name, loaded.rows.length, loaded.format)}
        actions={<Steps now={step} locked={running} />}
      />
      {step === 'file' ? <StepFile notice={asked === 'file' ? null : say.chooseAgain} onLoaded={begin} /> : null}
      {step === 'columns' && loaded ? (
        <StepColumns
          loaded={loaded}
          fields={fields}
          options={options}
          onFields={setFields}
          onOptions={setOptions}
          onReread={take}
          onBack={() => go('file')}
          onCheck={() => void check()}
        />
      ) : null}
      {step === 'check' && failure ? <ErrorPanel title={failure.title} text={failure.text} error={failure.error} onRetry={() => void check()} /> : null}
      {step === 'check' && !failure && loaded && checked === null ? (
        <div className="grid max-w-[760px] gap-2 rounded-md border border-line p-5">
          <progress className={BAR} aria-label={say.steps.check} max={loaded.rows.length} value={progress} />
          <p role="status" className="text-ink-2">
            {say.checking(progress, loaded.rows.length)}
          </p>
        </div>
      ) : null}
      {step === 'check' && !failure && loaded && checked ? (
        <StepCheck
          key={String(running)}
          checked={checked}
          options={options}
          listName={loaded.name}
          onOptions={(next) => void check(next)}
          onBack={() => go('columns')}
          onImport={() => void write()}
        />
      ) : null}
      {step === 'import' && loaded && checked && run ? (
        <StepRun run={run} importId={importId} checked={checked} listName={loaded.name} seconds={seconds} onAgain={() => go('file')} />
      ) : null}
      {blocker.state === 'blocked' ? (
        <ConfirmDialog
          title={say.leaveTitle}
          confirm={say.leave}
          keep={say.stay}
          onConfirm={async () => {
            run?.stop()
            await run?.ended
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
