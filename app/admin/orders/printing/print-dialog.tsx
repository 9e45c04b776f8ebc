import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-printing.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import type { PrintedType } from '../../../data/admin/orders/print-documents.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { orderPath } from '../../paths.ts'
import { Segments } from '../create/segments.tsx'
import { usePrintChoice } from './print-choice.ts'
import { usePrint } from './use-print.ts'
import type { PrintReport } from './use-print.ts'

type PrintDialogProps = { ids: readonly string[]; type: PrintedType; onClose: () => void }

/** Which document of the selected orders, and in which form. Enter creates the file, so a packer needs two keys. */
export function PrintDialog({ ids, type: first, onClose }: PrintDialogProps) {
  const [type, setType] = useState(first)
  const [choice, choose] = usePrintChoice()
  const { progress, report, print, stop } = usePrint(onClose)
  const busy = progress !== null
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => {
    // The preselected document, so that the arrow keys change it and Enter creates the file.
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [])

  return (
    <Dialog
      open
      title={say.titleOf(ids.length)}
      busy={busy}
      onClose={onClose}
      actions={
        report ? (
          <button type="button" className="ctl ctl-main" onClick={onClose}>
            {say.close}
          </button>
        ) : (
          <>
            <button type="button" className="ctl" onClick={busy ? stop : onClose}>
              {busy ? say.stop : say.cancel}
            </button>
            <button type="submit" form={id} className="ctl ctl-main" aria-disabled={busy}>
              {busy ? say.preparing : say.create}
            </button>
          </>
        )
      }
    >
      {report ? (
        <Report {...report} />
      ) : (
        <form
          ref={form}
          id={id}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void print(ids, { documentType: type, ...choice })
          }}
        >
          <fieldset>
            <legend className="sr-only">{say.which}</legend>
            {TYPES.map((one) => (
              <label key={one} className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md px-2 py-2 has-checked:bg-sunken">
                <input type="radio" name="document" value={one} checked={one === type} onChange={() => setType(one)} className="tick mt-[2px] shrink-0" />
                <span>
                  <b className="block font-medium text-ink">{say.documents[one].name}</b>
                  {say.documents[one].hint}
                </span>
              </label>
            ))}
          </fieldset>
          {type === 'invoice' ? (
            <Segments legend={say.copies} name="copies" value={choice.copies} options={say.copiesOf} onChoose={(copies) => choose({ copies })} />
          ) : null}
          {type === 'label' ? (
            <Segments legend={say.labels} name="labels" value={choice.labels} options={say.labelsOf} onChoose={(labels) => choose({ labels })} />
          ) : null}
          <Progress progress={progress} />
        </form>
      )}
    </Dialog>
  )
}

const TYPES = Object.keys(say.documents) as PrintedType[]

/** Only of a list that takes a while: the first step of a short one is its last. */
function Progress({ progress }: { progress: { done: number; of: number } | null }) {
  return (
    <div role="status">
      {progress && progress.done > 0 ? (
        <>
          <progress className="block h-2 w-full accent-[var(--accent)]" value={progress.done} max={progress.of} aria-hidden="true" />
          <p className="mt-1">{say.prepared(progress.done, progress.of)}</p>
        </>
      ) : null}
    </div>
  )
}

/** The files to save, and the orders that are in none of them with the reason for each. */
function Report({ printed, missing, files }: PrintReport) {
  return (
    <div role="alert" className="grid gap-3 text-ink">
      <p className="font-semibold">{files.length > 0 ? say.inFiles(printed, files.length, missing.length) : say.without(printed, missing.length)}</p>
      {files.length > 0 ? (
        <ul className="grid gap-2">
          {files.map(({ name, file }, place) => (
            <li key={name}>
              <button type="button" className="ctl" onClick={() => saveFile(file, name)}>
                {say.saveFile(place + 1, files.length)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="grid max-h-[40vh] gap-1 overflow-y-auto empty:hidden">
        {missing.map(({ orderId, reason }) => (
          <li key={orderId} className="[overflow-wrap:anywhere]">
            <Link to={orderPath(orderId)} className="link">
              {say.missingOrder(orderId, reason)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
