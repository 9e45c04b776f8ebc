import { useState } from 'react'
import { groupIndian } from '#domain/money/money.ts'
import { MOST_LISTED, readPinList } from '#domain/delivery/pin-list.ts'
import type { ListMeans } from '#domain/delivery/pin-list.ts'
import * as say from '#words/admin-delivery.ts'
import { csvLine, download } from '../../../data/admin/csv.ts'
import { exportPins, importPins } from '../../../data/admin/settings/delivery-rates.ts'
import type { DeliveryRates } from '../../../data/admin/settings/delivery-rates.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormSection } from '../../ui/form-page.tsx'
import { recordsOf } from '../../products/import/loaded.ts'
import type { TableRow } from '../../products/import/read-file.ts'

const SHOWN_ERRORS = 20

type PinListProps = { rates: DeliveryRates; /** unsaved changes of the form above */ unsaved: boolean; onChanged: () => Promise<unknown> }

/** The courier's list: reads a file, shows what is wrong with it, and replaces the present list or adds to it. */
export function PinListSection({ rates, unsaved, onChanged }: PinListProps) {
  const [file, setFile] = useState<{ name: string; rows: TableRow[] } | null>(null)
  const [means, setMeans] = useState<ListMeans>(rates.pin_list === 'exceptions' ? 'exceptions' : 'served')
  const [replace, setReplace] = useState(true)
  const [message, setMessage] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const list = file === null ? null : readPinList(file.rows, means)
  const count = (number: number) => groupIndian(String(number))

  async function act(work: () => Promise<string | null>) {
    setBusy(true)
    setMessage(null)
    try {
      const done = await work()
      if (done !== null) toast({ title: done, tone: 'success' })
    } catch (error) {
      setMessage(serverMessage(error, error instanceof Error ? error.message : say.listFailed))
    }
    setBusy(false)
  }
  const take = (chosen: File) =>
    act(async () => {
      setFile(null)
      const { records } = await recordsOf(chosen, () => undefined, new AbortController().signal, null)
      setFile({ name: chosen.name, rows: records })
      return null
    })
  const save = (pins: NonNullable<typeof list>['pins'], over: boolean) =>
    act(async () => {
      const total = await importPins(rates.version, means, over, pins)
      setFile(null)
      await onChanged()
      return total === 0 ? say.listEnded : say.listSaved(count(total))
    })
  const exportList = () =>
    act(async () => {
      const lines = (await exportPins()).map(([pin, takes]) => csvLine([pin, takes % 2 === 1 ? 'Y' : 'N', takes >= 2 ? 'Y' : 'N']))
      download(new Blob([csvLine(say.listHead), ...lines], { type: 'text/csv' }), 'pin-codes.csv')
      return null
    })

  return (
    <FormSection title={say.list} hint={say.listHint}>
      <p className="font-[550]">{rates.pin_list === 'off' ? say.noList : say.listNow[rates.pin_list as ListMeans](count(rates.pin_count))}</p>
      {message === null ? null : (
        <p role="alert" className="rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
          {message}
        </p>
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-[550]">{say.means}</legend>
        {(['served', 'exceptions'] as const).map((each) => (
          <label key={each} className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
            <input type="radio" name="list-means" checked={means === each} onChange={() => setMeans(each)} />
            {say.meansOf[each]}
          </label>
        ))}
      </fieldset>
      <label className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
        <span className="font-[550]">{say.listFile}</span>
        <input
          type="file"
          accept=".csv,.txt,.xlsx"
          disabled={busy}
          className="min-h-11 w-full min-w-0"
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen) void take(chosen)
          }}
        />
      </label>
      {file === null || list === null ? null : (
        <div role="status" className="grid gap-2">
          <p>{say.listRead(file.name, count(list.pins.length))}</p>
          {list.tooMany ? <p className="text-cancelled">{say.listTooMany(count(MOST_LISTED))}</p> : null}
          {list.errors.length === 0 ? null : (
            <>
              <p className="text-cancelled">{say.listErrors(count(list.errors.length))}</p>
              <ul className="list-disc pl-5 text-cancelled">
                {list.errors.slice(0, SHOWN_ERRORS).map(({ row, code, text }, place) => (
                  <li key={`${place}-${row}`}>{say.listError(row, code, text)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {unsaved ? <p className="text-ink-2">{say.saveFirst}</p> : null}
      <div className="flex flex-wrap gap-2">
        {list === null ? null : (
          <>
            <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
              <input type="checkbox" className="tick" checked={replace} onChange={(event) => setReplace(event.target.checked)} />
              {say.replaceList}
            </label>
            <button
              type="button"
              className="ctl"
              disabled={busy || unsaved || list.tooMany || list.errors.length > 0 || list.pins.length === 0}
              onClick={() => void save(list.pins, replace)}
            >
              {say.importList}
            </button>
          </>
        )}
        {rates.pin_list === 'off' ? null : (
          <>
            <button type="button" className="ctl" disabled={busy} onClick={() => void exportList()}>
              {say.exportList}
            </button>
            <button type="button" className="ctl" disabled={busy || unsaved} onClick={() => void save([], true)}>
              {say.endList}
            </button>
          </>
        )}
      </div>
    </FormSection>
  )
}
