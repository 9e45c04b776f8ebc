import { useState } from 'react'
import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/returns.ts'
import { withdrawReturn } from '../../../data/orders/returns.ts'
import type { OrderReturn } from '../../../data/orders/returns.ts'
import type { Order, OrderItem } from '../../../data/orders/orders.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ReturnPhotos } from '../../../ui/orders/return-photos.tsx'
import { ReturnState } from '../../../ui/orders/return-state.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { FailedPart } from '../failed-part.tsx'
import { AddPhotos } from './add-photos.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { usePhotos } from '../../../data/orders/use-photos.ts'
import { useReturns } from '../../../data/orders/use-returns.ts'

/** The returns of a delivered order, and the way to ask for one while there is time (docs/rules.md#returns). Nothing on other orders. */
export function ReturnsPanel({ order, items, onChanged }: { order: Order; items: readonly OrderItem[]; onChanged: () => void }) {
  const [asking, setAsking] = useState(false)
  const read = useReturns(['orders', 'returns'], order)
  const changed = () => {
    void queryClient.invalidateQueries({ queryKey: ['orders', 'returns', order.id] })
    onChanged()
  }
  if (!read.data) {
    return read.isError ? (
      <Panel title={say.returns}>
        <FailedPart text={say.notRead} button={say.tryAgain} onAgain={() => void read.refetch()} />
      </Panel>
    ) : null
  }
  const { returns, returnable } = read.data
  const until = returnable?.open === true && returnable.pieces !== null ? returnable.until : null
  if (returns.length === 0 && until === null) return null
  return (
    <Panel title={say.returns}>
      <ul className="grid gap-5">
        {returns.map((one) => (
          <li key={one.id} className="border-b border-line pb-5 last:border-0">
            <One one={one} items={items} onChanged={changed} />
          </li>
        ))}
      </ul>
      {until === null ? null : (
        <div className={`grid justify-items-start gap-3 ${returns.length > 0 ? 'mt-2' : ''}`}>
          <p className="num text-sm text-ink-2">{say.canReturn(formatDay(until))}</p>
          <Button onClick={() => setAsking(true)}>{say.begin}</Button>
        </div>
      )}
      {asking && returnable?.pieces ? (
        <ReturnDialog
          orderId={order.id}
          known={returns.map(({ id }) => id)}
          lines={items.flatMap(({ id, product_name: name }) => {
            const most = returnable.pieces?.[id] ?? 0
            return most > 0 ? [{ id, name, most }] : []
          })}
          onClose={() => setAsking(false)}
          onChanged={changed}
        />
      ) : null}
    </Panel>
  )
}

function One({ one, items, onChanged }: { one: OrderReturn; items: readonly OrderItem[]; onChanged: () => void }) {
  const [busy, setBusy] = useState(false)
  const photos = usePhotos(one.id)
  const explained = say.explained[one.state]

  async function withdraw() {
    setBusy(true)
    const result = await withdrawReturn(one).catch(() => ({ ok: false as const, message: say.notSaved }))
    setBusy(false)
    toast(result.ok ? { title: say.withdrawn, tone: 'success' } : { title: result.message, tone: 'error' })
    onChanged()
  }

  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="flex flex-wrap items-center gap-3 text-lg">
        {say.numbered(one.number)} <ReturnState state={one.state} />
      </h3>
      <p className="num text-sm text-ink-2">
        {formatDay(one.created_at)} · {say.reasons[one.reason]}
      </p>
      <ul className="text-sm">
        {one.return_lines.map((line) => (
          <li key={line.order_item_id} className="[overflow-wrap:anywhere]">
            <span className="num">{line.quantity} ×</span> {items.find(({ id }) => id === line.order_item_id)?.product_name}
          </li>
        ))}
      </ul>
      {one.message === null ? null : <p className="text-sm whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{one.message}</p>}
      <ReturnPhotos photos={photos.data ?? []} number={one.number} />
      {photos.isError ? <FailedPart text={say.photosNotRead} button={say.tryAgain} onAgain={() => void photos.refetch()} /> : null}
      {explained === '' ? null : <p className="text-sm">{explained}</p>}
      {one.decline_reason === null ? null : <p className="text-sm [overflow-wrap:anywhere]">{say.declinedBecause(one.decline_reason)}</p>}
      {one.wish === 'refund' || one.settled_as !== null ? null : <p className="text-sm">{say.youWished(say.settled[one.wish])}</p>}
      <Settled one={one} />
      {one.state === 'requested' ? (
        <div className="flex flex-wrap gap-3">
          <AddPhotos returnId={one.id} there={photos.data?.length ?? null} />
          <Button variant="quiet" size="card" busy={busy} onClick={() => void withdraw()}>
            {say.withdraw}
            <span className="sr-only"> {say.numbered(one.number)}</span>
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Settled({ one }: { one: OrderReturn }) {
  if (one.credited === null) return null
  if (one.credited === 0) return <p className="text-sm">{say.nothingCredited}</p>
  return (
    <>
      <p className="num text-sm">{say.credited(formatRupees(toPaise(one.credited)))}</p>
      {one.settled_as === 'credit' ? <p className="text-sm">{say.asCredit}</p> : null}
      {one.exchange_order === null ? null : (
        <p className="num text-sm">
          {say.exchangedFor}{' '}
          <Link to={`/order-confirmation/${one.exchange_order}`} className="link">
            #{one.exchange_order.slice(0, 8)}
          </Link>
        </p>
      )}
      {one.deduction !== null && one.deduction > 0 ? (
        <p className="num text-sm [overflow-wrap:anywhere]">{say.keptBack(formatRupees(toPaise(one.deduction)), one.deduction_reason ?? '')}</p>
      ) : null}
    </>
  )
}
