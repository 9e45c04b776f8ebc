import { useState } from 'react'
import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/returns.ts'
import { approveReturn } from '../../../data/orders/returns.ts'
import type { OrderReturn, StepResult } from '../../../data/orders/returns.ts'
import { usePhotos } from '../../../data/orders/use-photos.ts'
import { useReturns } from '../../../data/orders/use-returns.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { ReturnPhotos } from '../../../ui/orders/return-photos.tsx'
import { ReturnState } from '../../../ui/orders/return-state.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { Box } from '../order/box.tsx'
import { BookDialog } from './book-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RETURNS_KEY, settle } from './step.ts'

type Asked = { what: 'book' } | { what: 'decline' | 'receive' | 'close'; one: OrderReturn }

/** The returns of a delivered order, with the next step of each (docs/rules.md#returns). Nothing on other orders. */
export function ReturnsBox({ order, onChanged }: { order: FullOrder; onChanged: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const may = useMay()('orders.process')
  const read = useReturns([RETURNS_KEY, 'order'], order)
  if (!read.data) return null
  const { returns, returnable } = read.data
  const names = new Map(order.order_items.map(({ id, product_name: name }) => [id, name]))
  const pieces = returnable?.pieces ?? null
  if (returns.length === 0 && (pieces === null || !may)) return null
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: [RETURNS_KEY] })
    onChanged()
  }
  const dialog = {
    names,
    onClose: () => setAsked(null),
    onDone: () => {
      setAsked(null)
      refresh()
    },
  }
  return (
    <Box
      title={say.returns}
      end={
        may && pieces !== null ? (
          <button type="button" className="ctl ctl-quiet text-plum-600!" onClick={() => setAsked({ what: 'book' })}>
            {say.book}
          </button>
        ) : undefined
      }
    >
      {returns.length === 0 ? <p className="text-ink-2">{say.none}</p> : null}
      <ul className="grid gap-4">
        {returns.map((one) => (
          <li key={one.id} className="border-b border-line pb-4 last:border-0 last:pb-0">
            <One one={one} names={names} may={may} onAsk={(what) => setAsked({ what, one })} onChanged={refresh} />
          </li>
        ))}
      </ul>
      {asked?.what === 'book' ? <BookDialog {...dialog} orderId={order.id} pieces={pieces ?? {}} known={new Set(returns.map(({ id }) => id))} /> : null}
      {asked?.what === 'decline' ? <DeclineDialog {...dialog} one={asked.one} /> : null}
      {asked?.what === 'receive' ? <ReceiveDialog {...dialog} one={asked.one} /> : null}
      {asked?.what === 'close' ? <CloseDialog {...dialog} one={asked.one} order={order} /> : null}
    </Box>
  )
}

type OneProps = {
  one: OrderReturn
  names: ReadonlyMap<string, string>
  may: boolean
  onAsk: (what: 'decline' | 'receive' | 'close') => void
  onChanged: () => void
}

function One({ one, names, may, onAsk, onChanged }: OneProps) {
  const [busy, setBusy] = useState(false)
  const photos = usePhotos(one.id)

  async function approve() {
    setBusy(true)
    const result = await approveReturn(one).catch((): StepResult => ({ ok: false, message: say.notSaved, stale: false }))
    setBusy(false)
    const failed = settle(result, say.approved, onChanged)
    if (failed) toast({ title: failed.message, tone: 'error' })
  }
  const step = (what: 'decline' | 'receive' | 'close', label: string, main = false) => (
    <button type="button" className={`ctl ${main ? 'ctl-main' : ''}`} onClick={() => onAsk(what)}>
      {label}
      <span className="sr-only"> {say.numbered(one.number)}</span>
    </button>
  )

  return (
    <div className="grid gap-2">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {say.numbered(one.number)} <ReturnState state={one.state} />
      </h3>
      <p className="text-ink-2">
        {say.askedBy[one.asked_by]}, {formatDate(one.created_at)} · {say.reasons[one.reason]}
      </p>
      <ul>
        {one.return_lines.map((line) => (
          <li key={line.order_item_id} className="[overflow-wrap:anywhere]">
            {line.quantity} × {names.get(line.order_item_id)}
            {line.restocked + line.damaged + line.lost > 0 ? <span className="text-ink-2"> · {say.piecesOf(line)}</span> : null}
          </li>
        ))}
      </ul>
      {one.message === null ? null : <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{one.message}</p>}
      <ReturnPhotos photos={photos.data ?? []} number={one.number} />
      {one.wish === 'refund' || one.settled_as !== null ? null : <p>{say.wished(say.settled[one.wish])}</p>}
      {one.decline_reason === null ? null : <p className="[overflow-wrap:anywhere]">{say.declinedBecause(one.decline_reason)}</p>}
      {one.credited === null ? null : <p>{one.credited === 0 ? say.nothingCredited : say.credited(formatRupees(toPaise(one.credited)))}</p>}
      {one.deduction !== null && one.deduction > 0 ? (
        <p className="[overflow-wrap:anywhere]">{say.keptBack(formatRupees(toPaise(one.deduction)), one.deduction_reason ?? '')}</p>
      ) : null}
      {one.settled_as === 'credit' ? <p>{say.asCredit}</p> : null}
      {one.exchange_order === null ? null : (
        <p>
          {say.exchangedFor}{' '}
          <Link to={`/admin/orders/${one.exchange_order}`} className="link">
            #{one.exchange_order.slice(0, 8)}
          </Link>
        </p>
      )}
      {may ? (
        <p className="flex flex-wrap gap-2 empty:hidden">
          {one.state === 'requested' ? (
            <button type="button" className="ctl ctl-main" aria-disabled={busy} onClick={() => (busy ? undefined : void approve())}>
              {busy ? say.saving : say.approve}
              <span className="sr-only"> {say.numbered(one.number)}</span>
            </button>
          ) : null}
          {one.state === 'approved' ? step('receive', say.receive, true) : null}
          {one.state === 'received' ? step('close', say.close, true) : null}
          {one.state === 'requested' || one.state === 'approved' ? step('decline', say.decline) : null}
        </p>
      ) : null}
    </div>
  )
}
