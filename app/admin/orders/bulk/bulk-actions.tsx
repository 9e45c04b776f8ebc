import { useState } from 'react'
import type { OrderStatus, OrderStep } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import * as printing from '#words/admin-printing.ts'
import type { AdminOrder } from '../../../data/admin/orders/orders.ts'
import { sumOf, toPaise, formatRupees } from '#domain/money/money.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { KeyCaps } from '../../shell/key-caps.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import type { Selection } from '../../ui/selection.ts'
import type { PrintedType } from '../../../data/admin/orders/print-documents.ts'
import { PrintDialog } from '../printing/print-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { sortOut } from './bulk.ts'
import { ShipDialog } from './ship-dialog.tsx'

/** The steps that are available in bulk, each with its key. Cancelling is not among them, because each cancellation needs its own reason. */
const STEPS = [
  { to: 'processing', key: 'a', label: say.keys.accept },
  { to: 'shipped', key: 's', label: say.keys.ship },
  { to: 'delivered', key: 'd', label: say.keys.deliver },
] as const

type BulkActionsProps = {
  selection: Selection
  chosen: readonly AdminOrder[]
  steps: readonly OrderStep[]
  /** undefined: everything is on the page, or selected already */
  selectWhole: (() => Promise<void>) | undefined
  /** while the whole list is read */
  busy: boolean
  onMoved: () => void
}

/** The actions for the selected orders, by pointer or with one key each. */
export function BulkActions({ selection, chosen, steps, selectWhole, busy, onMoved }: BulkActionsProps) {
  const [asked, setAsked] = useState<{ to: OrderStatus; orders: readonly AdminOrder[] } | null>(null)
  const [printed, setPrinted] = useState<{ type: PrintedType; ids: readonly string[] } | null>(null)
  // Staff who may only read orders can print documents but not move orders.
  const offered = useMay()('orders.process') ? STEPS : []

  function ask(to: OrderStatus) {
    if (chosen.length === 0) return void toast({ title: say.chooseFirst })
    if (sortOut(chosen, to, steps).fit.length === 0) return void toast({ title: say.noneFits(to), tone: 'error' })
    setAsked({ to, orders: chosen })
  }
  const print = (type: PrintedType) => {
    if (chosen.length === 0) return void toast({ title: say.chooseFirst })
    // The dialog keeps the selection while the list behind it refreshes.
    setPrinted({ type, ids: chosen.map(({ id }) => id) })
  }

  useShortcuts([
    ...(selectWhole ? [{ keys: 'Shift+A', label: say.selectWhole, group: say.keys.group, run: () => void selectWhole() }] : []),
    ...offered.map(({ to, key, label }) => ({ keys: key, label, group: say.keys.group, run: () => ask(to) })),
    { keys: 'p', label: printing.keys.slips, group: say.keys.group, run: () => print('packingSlip') },
    { keys: 'i', label: printing.keys.invoices, group: say.keys.group, run: () => print('invoice') },
    { keys: 'l', label: printing.keys.labels, group: say.keys.group, run: () => print('label') },
    { keys: 'o', label: printing.keys.pickList, group: say.keys.group, run: () => print('pickList') },
  ])

  const done = (moved: readonly AdminOrder[]) => {
    const gone = new Set(moved.map(({ id }) => id))
    selection.choose(selection.chosen.filter((id) => !gone.has(id)))
    onMoved()
  }
  const fitting = offered.filter(({ to }) => sortOut(chosen, to, steps).fit.length > 0)
  return (
    <>
      <BulkBar selection={selection} sum={formatRupees(sumOf(chosen, ({ total_amount }) => toPaise(total_amount)))}>
        {selectWhole ? (
          <button type="button" className="ctl" aria-disabled={busy} onClick={() => void selectWhole()}>
            {say.selectWhole} <KeyCaps keys="Shift+A" />
          </button>
        ) : null}
        {fitting.map(({ to, key }) => (
          <button key={to} type="button" className="ctl" onClick={() => ask(to)}>
            {say.steps[to]?.button} <KeyCaps keys={key} />
          </button>
        ))}
        <button type="button" className="ctl" onClick={() => print('packingSlip')}>
          {printing.print} <KeyCaps keys="p" />
        </button>
      </BulkBar>
      {asked ? <Asked {...asked} steps={steps} onDone={done} onClose={() => setAsked(null)} /> : null}
      {printed ? <PrintDialog {...printed} onClose={() => setPrinted(null)} /> : null}
    </>
  )
}

type AskedProps = {
  to: OrderStatus
  orders: readonly AdminOrder[]
  steps: readonly OrderStep[]
  onDone: (moved: readonly AdminOrder[]) => void
  onClose: () => void
}

function Asked({ to, orders, steps, onDone, onClose }: AskedProps) {
  // The dialog keeps the selection while the list behind it refreshes.
  const [{ fit, misfit }] = useState(() => sortOut(orders, to, steps))
  return to === 'shipped' ? (
    <ShipDialog fit={fit} misfit={misfit} onDone={onDone} onClose={onClose} />
  ) : (
    <BulkDialog to={to} fit={fit} misfit={misfit} onDone={onDone} onClose={onClose} />
  )
}
