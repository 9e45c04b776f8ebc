import { useState } from 'react'
import type { ReactNode } from 'react'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import type { AdminOrder } from '../../../data/admin/orders/orders.ts'
import { useMay } from '../../access.ts'
import { CashHere, isBroughtUnpaid } from '../dialogs/cash-here.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { runJobs } from './bulk.ts'
import type { Job, Outcome, Refused } from './bulk.ts'
import { BulkReport } from './bulk-report.tsx'
import { UnpaidNotice } from '../unpaid-notice.tsx'

/** The confirmation, the progress while it runs, and the report if some orders failed. `misfit`: the orders that cannot take the step at all. */
export function useBulkRun(to: OrderStatus, misfit: readonly Refused[], onDone: (moved: readonly AdminOrder[]) => void, onClose: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function run(jobs: readonly Job[]) {
    setProgress({ done: 0, of: jobs.length })
    const { moved, refused } = await runJobs(jobs, (done) => setProgress({ done, of: jobs.length }))
    setProgress(null)
    onDone(moved)
    const all = [...refused, ...misfit]
    if (moved.length > 0) toast({ title: say.bulk[to]?.done(moved.length) ?? say.isNow(to), tone: 'success' })
    if (all.length === 0) onClose()
    else setOutcome({ moved, refused: all })
  }
  return { progress, outcome, run }
}

type BulkDialogProps = {
  to: OrderStatus
  fit: readonly AdminOrder[]
  misfit: readonly Refused[]
  onDone: (moved: readonly AdminOrder[]) => void
  onClose: () => void
}

/** Accepting or delivering many orders: one confirmation, because neither can be undone. */
export function BulkDialog({ to, fit, misfit, onDone, onClose }: BulkDialogProps) {
  const { progress, outcome, run } = useBulkRun(to, misfit, onDone, onClose)
  const words = say.bulk[to]
  const may = useMay()
  const brought = may('payments.manage') ? fit.filter((order) => isBroughtUnpaid(order, to)) : []
  const [cash, setCash] = useState(true)
  const jobs = () => fit.map((order): Job => ({ order, changes: { status: to }, paid: cash && brought.includes(order) }))
  return (
    <BulkFrame
      title={words?.ask(fit.length) ?? say.moveTo(to)}
      busy={progress !== null}
      outcome={outcome}
      onClose={onClose}
      action={
        <button type="button" className="ctl ctl-main" aria-disabled={progress !== null} onClick={() => progress === null && void run(jobs())}>
          {progress === null ? (words?.run(fit.length) ?? say.moveTo(to)) : say.running(progress.done, progress.of)}
        </button>
      }
    >
      <p>{to !== 'processing' ? say.deliverText : fit.some((order) => order.invoice_per_parcel) ? say.acceptTextForParcels : say.acceptText}</p>
      <div className="mt-3 empty:hidden">
        <UnpaidNotice orders={fit.filter((order) => !brought.includes(order))} to={to} />
      </div>
      {brought.length > 0 ? (
        <div className="mt-2">
          <CashHere orders={brought} checked={cash} onChange={setCash} />
        </div>
      ) : null}
      {misfit.length > 0 ? <Misfits misfit={misfit} /> : null}
    </BulkFrame>
  )
}

export function Misfits({ misfit }: { misfit: readonly Refused[] }) {
  return (
    <ul className="mt-3 grid gap-1">
      {misfit.map(({ order, why }) => (
        <li key={order.id}>
          {say.number(order)} {why}
        </li>
      ))}
    </ul>
  )
}

type FrameProps = {
  title: string
  busy: boolean
  wide?: boolean
  outcome: Outcome | null
  onClose: () => void
  action: ReactNode
  children: ReactNode
}

/** The dialog stays open while it runs; afterwards it lists what was refused. */
export function BulkFrame({ title, busy, wide, outcome, onClose, action, children }: FrameProps) {
  return (
    <Dialog
      open
      wide={wide === true && outcome === null}
      title={title}
      busy={busy}
      onClose={onClose}
      actions={
        outcome ? (
          <button type="button" className="ctl ctl-main" onClick={onClose}>
            {say.close}
          </button>
        ) : (
          <>
            <button type="button" className="ctl" disabled={busy} onClick={onClose}>
              {say.notNow}
            </button>
            {action}
          </>
        )
      }
    >
      {outcome ? <BulkReport moved={outcome.moved.length} refused={outcome.refused} /> : children}
    </Dialog>
  )
}
