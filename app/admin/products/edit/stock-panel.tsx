import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import { orderText } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-product-stock.ts'
import { fetchMovements, fetchStock, fetchWaiting } from '../../../data/admin/products/stock.ts'
import type { StockMovement } from '../../../data/admin/products/stock.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { orderPath } from '../../paths.ts'
import { Moment } from '../../ui/cells.tsx'
import { MoveStock } from './move-stock.tsx'

const PAGE = 10

/** A product's stock and all its movements, newest first, each with who, when and for which order; and a form for manual movements. */
export function StockPanel({ productId }: { productId: string }) {
  const stock = useQuery({ queryKey: ['product-stock', productId], queryFn: () => fetchStock(productId) })
  const waiting = useQuery({ queryKey: ['product-stock', productId, 'waiting'], queryFn: async () => (await fetchWaiting([productId])).get(productId) ?? 0 })
  const movements = useInfiniteQuery({
    queryKey: ['product-stock', productId, 'movements'],
    queryFn: ({ pageParam }) => fetchMovements(productId, pageParam, PAGE),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  })
  const reload = () => queryClient.invalidateQueries({ queryKey: ['product-stock', productId] })
  const failed = stock.error ?? movements.error
  const rows = movements.data?.pages.flat() ?? []
  return (
    <section id="stock" tabIndex={-1} aria-labelledby="stock-heading" className="grid gap-4 rounded-md border border-line p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="stock-heading">{say.heading}</h2>
        {typeof stock.data === 'number' ? <p className="num font-semibold">{say.inStock(groupIndian(String(stock.data)))}</p> : null}
      </div>
      {waiting.data ? <p className="num text-ink-2">{say.waitingText(waiting.data)}</p> : null}
      {failed ? <ErrorPanel title={say.failed} error={failed} onRetry={() => void reload()} /> : null}
      {typeof stock.data === 'number' ? <MoveStock productId={productId} stock={stock.data} onMoved={reload} /> : null}
      {movements.isPending ? <TextSkeleton lines={4} /> : null}
      {movements.data && rows.length === 0 ? <p className="text-ink-2">{say.none}</p> : null}
      {rows.length === 0 ? null : (
        <table className="grid-table" aria-label={say.movements}>
          <thead>
            <tr>
              <th scope="col">{say.why}</th>
              <th scope="col" className="end">
                {say.quantity}
              </th>
              <th scope="col">{say.who}</th>
              <th scope="col">{say.when}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Movement key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {movements.hasNextPage ? (
        <button type="button" className="ctl justify-self-start" disabled={movements.isFetchingNextPage} onClick={() => void movements.fetchNextPage()}>
          {say.more}
        </button>
      ) : null}
    </section>
  )
}

function Movement({ row }: { row: StockMovement }) {
  return (
    <tr>
      <td data-first="">
        <span className="grid gap-[2px]">
          <span className="font-medium">
            {say.recorded[row.reason] ?? row.reason}
            {row.order_id === null ? null : (
              <>
                {' '}
                <Link to={orderPath(row.order_id)} className="link">
                  {orderText(row.order_id, row.order_number)}
                </Link>
              </>
            )}
          </span>
          {row.note === null ? null : <span className="text-ink-2 [overflow-wrap:anywhere]">{row.note}</span>}
        </span>
      </td>
      <td data-label={say.quantity} className={`end num font-semibold ${row.quantity > 0 ? 'text-good' : ''}`}>
        {`${row.quantity > 0 ? '+' : '−'}${groupIndian(String(Math.abs(row.quantity)))}`}
      </td>
      <td data-label={say.who}>{row.actor_name ?? say.theShop}</td>
      <td data-label={say.when}>
        <Moment at={row.at} />
      </td>
    </tr>
  )
}
