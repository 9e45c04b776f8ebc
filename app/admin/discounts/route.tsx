import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-discounts.ts'
import { fetchDiscounts, switchDiscount } from '../../data/admin/products/discounts.ts'
import type { AdminDiscount, DiscountUses } from '../../data/admin/products/discounts.ts'
import { queryClient } from '../../data/api/queries.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Money } from '../ui/cells.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { nameOf, stateOf } from './draft.ts'

type Row = AdminDiscount & DiscountUses
const KEY = ['admin-discounts']

function givesOf(row: AdminDiscount): string {
  if (row.kind === 'free_delivery') return say.freeDelivery
  return row.kind === 'percent' ? say.percentOff(String(row.value)) : say.rupeesOff(formatRupees(toPaise(row.value)))
}

const tone = { live: 'text-delivered', planned: 'text-processing', off: 'text-ink-2', ended: 'text-ink-2', used: 'text-ink-2' }

const columns: Column<Row>[] = [
  {
    id: 'name',
    label: say.name,
    always: true,
    bare: true,
    cell: (row) => (
      <>
        <b className="font-semibold">{nameOf(row)}</b> <span className="text-ink-2">{row.code === null ? say.automatic : say.byCode}</span>
      </>
    ),
  },
  {
    id: 'gives',
    label: say.gives,
    cell: (row) =>
      `${givesOf(row)}, ${row.product_ids.length + row.category_ids.length === 0 ? say.onAll : say.onSome(row.product_ids.length, row.category_ids.length)}`,
  },
  {
    id: 'state',
    label: say.state,
    cell: (row) => {
      const state = stateOf(row, new Date())
      return <span className={`font-medium ${tone[state]}`}>{say.states[state]}</span>
    },
  },
  { id: 'until', label: say.until, cell: (row) => (row.ends_at === null ? '–' : <span className="whitespace-nowrap">{formatDate(row.ends_at)}</span>) },
  { id: 'used', label: say.used, end: true, cell: (row) => say.usesOf(row.uses, row.usage_limit) },
  { id: 'given', label: say.given, end: true, cell: (row) => <Money rupees={row.given} /> },
]

async function turn(row: Row, on: boolean, undoes = false): Promise<void> {
  try {
    await switchDiscount(row.id, on)
  } catch {
    toast({ title: say.notSwitched, tone: 'error' })
    return
  } finally {
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  const title = (on ? say.switchedOn : say.switchedOff)(nameOf(row))
  toast(undoes ? { title } : { title, tone: 'success', action: { label: say.undo, onClick: () => void turn(row, !on, true) } })
}

const renderSwitch = (row: Row) => (
  <button type="button" className="ctl" onClick={() => void turn(row, !row.is_active)}>
    {row.is_active ? say.switchOff : say.switchOn}
    <span className="sr-only"> {nameOf(row)}</span>
  </button>
)

/** Offers and coupons: their value, state and number of uses. */
export default function AdminDiscounts() {
  const discounts = useQuery({ queryKey: KEY, queryFn: fetchDiscounts })

  return (
    <>
      <PageHead
        title={say.title}
        aside={discounts.data ? say.count(discounts.data.length) : undefined}
        actions={
          <Link to="/admin/discounts/new" className="ctl ctl-main">
            {say.add}
          </Link>
        }
      />
      <DataTable
        id="discounts"
        label={say.list}
        columns={columns}
        renderActions={renderSwitch}
        rows={discounts.data}
        rowKey={(row) => row.id}
        rowName={nameOf}
        rowTo={(row) => `/admin/discounts/${row.id}`}
        error={discounts.error ?? undefined}
        onRetry={() => void discounts.refetch()}
        empty={<EmptyState compact title={say.empty} text={say.emptyText} />}
      />
    </>
  )
}
