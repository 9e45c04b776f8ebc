import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import { COURIERS } from '#domain/delivery/couriers.ts'
import { readRemittance } from '#domain/remittances/read-rows.ts'
import type { ReadRemittance } from '#domain/remittances/read-rows.ts'
import * as say from '#words/admin-remittances.ts'
import { toCollectKey } from '../../../../data/admin/orders/payments.ts'
import { RECEIVABLES_KEY } from '../../../../data/admin/orders/receivables.ts'
import { REMITTANCES_KEY, bookRemittance, previewRemittance } from '../../../../data/admin/orders/remittances.ts'
import { queryClient } from '../../../../data/api/queries.ts'
import { serverMessage } from '../../../../data/api/server-message.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../../ui/form/use-submit.ts'
import { toast } from '../../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../../ui/page/error-panel.tsx'
import { useLastRead } from '../../../ui/use-last-read.ts'
import { ORDERS_KEY, QUEUE_COUNTS_KEY } from '../../live-list.ts'
import { needsLook } from '../line-state.ts'
import { LineTable } from '../line-table.tsx'
import type { LoadedFile } from './load-file.ts'
import { readTransfer } from './read-transfer.ts'

const SHOWN_UNREAD = 10

/** What booking the file would do, the transfer that it came with, and the booking. */
export function CheckAndBook({ file }: { file: LoadedFile }) {
  const read = useMemo(() => readRemittance(file.lines, file.columns), [file])
  const complete = file.columns.includes('collected') && (file.columns.includes('tracking') || file.columns.includes('order'))
  if (!complete) return <p className="rounded-sm bg-pending-tint px-4 py-3 text-ink">{say.needsColumns}</p>
  return (
    <>
      <Unread rows={read.unread} />
      {read.rows.length === 0 ? null : <Checked key={`${file.name} ${file.columns.join()}`} read={read} />}
    </>
  )
}

function Unread({ rows }: { rows: ReadRemittance['unread'] }) {
  if (rows.length === 0) return null
  return (
    <div className="mb-4 rounded-sm bg-pending-tint px-4 py-3 text-ink">
      <p>{say.unread(rows.length)}</p>
      <ul className="mt-1 list-disc pl-5">
        {rows.slice(0, SHOWN_UNREAD).map(({ place, why }) => (
          <li key={place}>{say.unreadRow(place, say.unreadWhy[why])}</li>
        ))}
        {rows.length > SHOWN_UNREAD ? <li>…</li> : null}
      </ul>
    </div>
  )
}

function Checked({ read }: { read: ReadRemittance }) {
  const navigate = useNavigate()
  const [key, setKey] = useState({ courier: '', reference: read.reference })
  const form = useSubmit((error) => serverMessage(error, say.notBooked))
  const preview = useQuery({
    queryKey: [REMITTANCES_KEY, 'preview', key, read.rows],
    queryFn: () => previewRemittance(key.courier, key.reference, read.rows),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  // The transfer's own fields are below, so a later check that fails does not replace them.
  const checked = useLastRead('preview', preview.data)
  const failure = preview.error ? <ErrorPanel title={say.failed} text={say.failedText} error={preview.error} onRetry={() => void preview.refetch()} /> : null
  if (!checked) return failure ?? <p role="status">{say.checking}</p>
  const { rows, booked: bookedAs } = checked
  const fresh = rows.filter(({ problem }) => problem !== 'repeated')
  const looks = rows.filter(needsLook)
  const collected = sumOf(fresh, (row) => toPaise(row.collected))
  const charges = sumOf(fresh, (row) => toPaise(row.charges))
  const books = sumOf(fresh, (row) => toPaise(row.booked))

  const submit = form.onSubmit((data) => {
    const { transfer, errors } = readTransfer(data)
    if (!transfer) return { errors }
    return async () => {
      const result = await bookRemittance(transfer, read.rows)
      if (!result.ok) return { message: result.code === 'NOTHING_NEW' ? say.nothingNew : serverMessage(result, say.notBooked) }
      toast(result.already ? { title: say.bookedAlready, tone: 'error' } : { title: say.done, tone: 'success' })
      for (const queryKey of [[REMITTANCES_KEY], toCollectKey, [RECEIVABLES_KEY], [ORDERS_KEY], QUEUE_COUNTS_KEY])
        void queryClient.invalidateQueries({ queryKey })
      void navigate(`/admin/orders/remittances/${result.id}`)
      return undefined
    }
  })

  return (
    <form noValidate onSubmit={submit} onChange={form.onChange}>
      <div className="mb-5 grid gap-3">
        <h2 className="text-base font-semibold">{say.check}</h2>
        {failure}
        <p className="num">
          {say.sumText(formatRupees(books), formatRupees(collected), fresh.length)}{' '}
          {looks.length > 0 ? <b className="font-semibold text-late">{say.looksAt(looks.length)}</b> : null}
        </p>
        {looks.length > 0 ? <p className="max-w-[75ch] text-pretty text-ink-2">{say.keptOpen}</p> : null}
        <LineTable label={say.check} lines={[...looks, ...rows.filter((row) => !needsLook(row))]} />
      </div>
      {bookedAs === null ? null : (
        <p role="status" className="mb-4 rounded-sm bg-pending-tint px-4 py-3 text-ink">
          {say.bookedAlready}{' '}
          <Link to={`/admin/orders/remittances/${bookedAs}`} className="link">
            {say.see}
          </Link>
        </p>
      )}
      <FormAlert message={form.message} attempt={form.attempt} />
      <div className="grid max-w-[760px] gap-4 sm:grid-cols-2">
        <Field
          label={say.courier}
          name="courier"
          list="remittance-couriers"
          autoComplete="off"
          maxLength={80}
          error={form.errors['courier']}
          onBlur={(event) => setKey((old) => ({ ...old, courier: event.target.value.trim() }))}
        />
        <datalist id="remittance-couriers">
          {COURIERS.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <Field
          label={say.reference}
          name="reference"
          autoComplete="off"
          maxLength={80}
          defaultValue={read.reference}
          hint={say.referenceHint}
          error={form.errors['reference']}
          onBlur={(event) => setKey((old) => ({ ...old, reference: event.target.value.trim() }))}
        />
        <Field label={say.receivedOn} name="received_on" type="date" defaultValue={read.date} error={form.errors['received_on']} />
        <Field
          label={say.received}
          name="received"
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          defaultValue={((collected - charges) / 100).toFixed(2)}
          hint={say.receivedHint}
          error={form.errors['received']}
        />
        <Field
          label={say.otherCharges}
          name="other_charges"
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          defaultValue="0"
          hint={say.otherHint}
          error={form.errors['other_charges']}
        />
      </div>
      <p className="num my-4">{say.adds(formatRupees(collected), formatRupees(charges), formatRupees(collected - charges))}</p>
      <Button type="submit" variant="primary" busy={form.busy} busyText={say.booking} disabled={bookedAs !== null || fresh.length === 0}>
        {fresh.length === 0 ? say.nothingNew : say.book(fresh.length)}
      </Button>
    </form>
  )
}
