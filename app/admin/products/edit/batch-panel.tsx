import { useQuery } from '@tanstack/react-query'
import { firstToSell } from '#domain/products/expiry.ts'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-batches.ts'
import { changeRemaining, deleteBatch, fetchBatches, fetchExpiryCounts, restoreBatch } from '../../../data/admin/products/batches.ts'
import type { Batch } from '../../../data/admin/products/batches.ts'
import { fetchStock } from '../../../data/admin/products/stock.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { toastUndo } from '../../ui/undo.ts'
import { ExpiryCell } from '../expiry-cell.tsx'
import { InPlace } from '../in-place.tsx'
import { AddBatch } from './add-batch.tsx'

const KEY = 'product-batches'
const reload = () => Promise.all([KEY, 'row-history'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** A product's batches, the first to expire first. They do not change the stock. */
export function BatchPanel({ productId }: { productId: string }) {
  const batches = useQuery({ queryKey: [KEY, productId], queryFn: () => fetchBatches(productId) })
  const counts = useQuery({ queryKey: [KEY, 'counts'], queryFn: fetchExpiryCounts })
  const stock = useQuery({ queryKey: ['product-stock', productId], queryFn: () => fetchStock(productId) })
  const failed = batches.error ?? counts.error
  const rows = batches.data ?? []
  const first = counts.data && firstToSell(rows, counts.data.today)?.id
  const noted = rows.reduce((sum, { remaining }) => sum + remaining, 0)
  return (
    <section id="batches" tabIndex={-1} aria-labelledby="batches-heading" className="grid gap-4 rounded-md border border-line p-4 md:p-5">
      <div className="grid gap-1">
        <h2 id="batches-heading">{say.heading}</h2>
        <p className="text-ink-2">{say.panelHint}</p>
      </div>
      {failed ? <ErrorPanel title={say.failed} error={failed} onRetry={() => void Promise.all([batches.refetch(), counts.refetch()])} /> : null}
      <AddBatch productId={productId} onAdded={reload} />
      {batches.isPending || counts.isPending ? <TextSkeleton lines={3} /> : null}
      {batches.data && rows.length === 0 ? <p className="text-ink-2">{say.empty}</p> : null}
      {rows.length === 0 || !counts.data ? null : (
        <table className="grid-table" aria-label={say.heading}>
          <thead>
            <tr>
              <th scope="col">{say.batch}</th>
              <th scope="col">{say.expires}</th>
              <th scope="col" className="end">
                {say.received}
              </th>
              <th scope="col" className="end">
                {say.remaining}
              </th>
              <th scope="col">
                <span className="sr-only">{say.remove}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <BatchRow key={row.id} row={row} today={counts.data.today} first={row.id === first} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && typeof stock.data === 'number' && noted !== stock.data ? (
        <p className="num text-sm text-ink-2">{say.differs(noted, stock.data)}</p>
      ) : null}
    </section>
  )
}

const failure = (error: unknown) => toast({ title: say.notChanged, description: serverMessage(error, say.notChangedText), tone: 'error' })
const stale = () => toast({ title: say.notChanged, description: say.stale, tone: 'error' })

async function change(row: Batch, now: number): Promise<void> {
  try {
    const done = await changeRemaining(row.id, row.remaining, now)
    await reload()
    if (!done) return void stale()
    toastUndo(say.changed(row.batch), async () => {
      if (!(await changeRemaining(row.id, now, row.remaining))) throw new Error('stale')
      await reload()
    })
  } catch (error) {
    failure(error)
  }
}

async function remove(row: Batch): Promise<void> {
  try {
    const done = await deleteBatch(row)
    await reload()
    if (!done) return void stale()
    toastUndo(say.removed(row.batch), async () => {
      await restoreBatch(row)
      await reload()
    })
  } catch (error) {
    failure(error)
  }
}

function BatchRow({ row, today, first }: { row: Batch; today: string; first: boolean }) {
  const fits = (text: string) => (/^\d{1,7}$/.test(text) && Number(text) <= row.received ? null : say.remainingWrong(row.received))
  return (
    <tr>
      <td data-first="">
        <span className="grid gap-[2px]">
          <span className="font-medium [overflow-wrap:anywhere]">{row.batch}</span>
          {first ? <span className="text-sm text-ink-2">{say.first}</span> : null}
        </span>
      </td>
      <td data-label={say.expires}>
        <ExpiryCell expiresOn={row.expires_on} remaining={row.remaining} today={today} />
      </td>
      <td data-label={say.received} className="end num">
        {groupIndian(String(row.received))}
      </td>
      <td data-label={say.remaining} className="end">
        <InPlace
          shown={groupIndian(String(row.remaining))}
          value={String(row.remaining)}
          label={say.changeRemaining(row.batch)}
          boxLabel={say.remainingOf(row.batch)}
          inputMode="numeric"
          check={fits}
          onSave={(text) => change(row, Number(text))}
        />
      </td>
      <td className="end">
        <button type="button" className="ctl ctl-quiet" aria-label={say.removeNamed(row.batch)} onClick={() => void remove(row)}>
          {say.remove}
        </button>
      </td>
    </tr>
  )
}
