import { useEffect, useId, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { COURIERS } from '#domain/delivery/couriers.ts'
import { shortOrderId } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-orders.ts'
import type { AdminOrder } from '../../../data/admin/orders/orders.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { BulkFrame, Misfits, useBulkRun } from './bulk-dialog.tsx'
import { fillDown, repeated } from './bulk.ts'
import type { Job, Refused, ShipRow } from './bulk.ts'
import { forgetTyped, keepTyped, shipRowOf } from './typed-shipping.ts'
import { UnpaidNotice } from '../unpaid-notice.tsx'
import { rememberCourier, usualCourier } from '../usual-courier.ts'

type ShipDialogProps = { fit: readonly AdminOrder[]; misfit: readonly Refused[]; onDone: (moved: readonly AdminOrder[]) => void; onClose: () => void }

/** Courier and tracking number of many orders in one grid, for a scanner, a pasted column or the keyboard. */
export function ShipDialog({ fit, misfit, onDone, onClose }: ShipDialogProps) {
  const [rows, setRows] = useState<ShipRow[]>(() => fit.map(shipRowOf))
  const { message, attempt, busy, refuse, run: send } = useSubmit(() => say.notMoved)
  const { progress, outcome, run } = useBulkRun(
    'shipped',
    misfit,
    (moved) => {
      forgetTyped(moved)
      onDone(moved)
    },
    onClose,
  )
  const form = useRef<HTMLFormElement>(null)
  const couriers = useId()
  const twice = repeated(rows)
  const ready = rows.filter(({ tracking }) => tracking.trim() !== '')
  const box = (place: number) => form.current?.querySelector<HTMLInputElement>(`[data-tracking="${place}"]`)
  useEffect(() => {
    // The first tracking number is the first field to type in.
    form.current?.querySelector<HTMLInputElement>('[data-tracking="0"]')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  function write(next: ShipRow[]) {
    setRows(next)
    keepTyped(next)
  }
  const set = (place: number, change: Partial<ShipRow>) => write(rows.map((row, at) => (at === place ? { ...row, ...change } : row)))

  function submit() {
    if (busy) return
    if (ready.length === 0) return refuse({ message: say.noTracking })
    if (ready.some(({ courier }) => courier.trim() === '')) return refuse({ message: say.needsCourier })
    const [first] = ready
    if (first) rememberCourier(first.courier.trim())
    const jobs = ready.flatMap((row): Job[] => {
      const order = fit.find(({ id }) => id === row.id)
      return order ? [{ order, changes: { status: 'shipped', courier: row.courier.trim(), tracking_number: row.tracking.trim() } }] : []
    })
    void send(() => run(jobs))
  }

  function onKey(event: KeyboardEvent, place: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.metaKey || event.ctrlKey) return submit()
    // A scanner ends with Enter, which focuses the next row, and after the last one the button.
    const next = box(place + 1) ?? form.current?.closest('dialog')?.querySelector<HTMLElement>('[data-ship]')
    next?.focus()
  }

  function onPaste(event: ClipboardEvent, place: number) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    write(fillDown(rows, place, text))
  }

  return (
    <BulkFrame
      wide
      title={say.bulk['shipped']?.ask(fit.length) ?? ''}
      busy={busy}
      outcome={outcome}
      onClose={onClose}
      action={
        <button type="button" data-ship className="ctl ctl-main" aria-disabled={busy} onClick={submit}>
          {progress === null ? (say.bulk['shipped']?.run(ready.length) ?? '') : say.running(progress.done, progress.of)}
        </button>
      }
    >
      <p>{say.shipText}</p>
      <div className="mt-3 empty:hidden">
        <UnpaidNotice orders={fit} to="shipped" />
      </div>
      {misfit.length > 0 ? <Misfits misfit={misfit} /> : null}
      <form
        ref={form}
        noValidate
        className="mt-3 grid gap-3 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FormAlert message={message} attempt={attempt} />
        <datalist id={couriers}>
          {COURIERS.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        {fit.length > 1 ? (
          <label className="flex flex-wrap items-center gap-2">
            {say.courierForAll}
            <input
              className="box"
              list={couriers}
              maxLength={80}
              autoComplete="off"
              defaultValue={usualCourier()}
              onChange={({ target }) => write(rows.map((row) => ({ ...row, courier: target.value })))}
            />
          </label>
        ) : null}
        <div className="-mx-1 max-h-[46vh] overflow-y-auto px-1">
          <table className="w-full text-left max-md:block">
            <thead className="max-md:sr-only">
              <tr className="text-ink-2">
                {[say.order, say.courier, say.tracking].map((head) => (
                  <th key={head} scope="col" className="pr-3 pb-1 font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-md:grid max-md:gap-3">
              {rows.map((row, place) => {
                const order = fit[place]
                const name = order ? say.number(order) : shortOrderId(row.id)
                return (
                  <tr key={row.id} className="align-top max-md:grid max-md:grid-cols-2 max-md:gap-x-2">
                    <th scope="row" className="max-w-[230px] py-1 pr-3 font-normal max-md:col-span-2 max-md:max-w-none">
                      <b className="font-semibold">{name}</b>
                      <span className="block truncate text-ink-2">
                        {order?.company_name ?? order?.full_name}, {order?.city}
                      </span>
                    </th>
                    <td className="py-1 md:pr-3">
                      <input
                        className="box w-full min-w-[90px]"
                        placeholder={say.courier}
                        aria-label={say.courierFor(name)}
                        list={couriers}
                        maxLength={80}
                        autoComplete="off"
                        value={row.courier}
                        onChange={({ target }) => set(place, { courier: target.value })}
                      />
                    </td>
                    <td className="py-1">
                      <input
                        className="box w-full min-w-[110px]"
                        placeholder={say.tracking}
                        aria-label={say.trackingFor(name)}
                        aria-describedby={twice.has(row.id) ? `${couriers}-${row.id}` : undefined}
                        data-tracking={place}
                        maxLength={80}
                        autoComplete="off"
                        spellCheck={false}
                        value={row.tracking}
                        onChange={({ target }) => set(place, { tracking: target.value })}
                        onKeyDown={(event) => onKey(event, place)}
                        onPaste={(event) => onPaste(event, place)}
                      />
                      {twice.has(row.id) ? (
                        <span id={`${couriers}-${row.id}`} className="text-late">
                          {say.twice}
                        </span>
                      ) : null}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </form>
    </BulkFrame>
  )
}
