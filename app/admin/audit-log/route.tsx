import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import * as say from '#words/admin-history.ts'
import { fetchAuditLog, fetchStaff } from '../../data/admin/reports/audit.ts'
import type { AuditLine } from '../../data/admin/reports/audit.ts'
import { known } from '../../data/admin/known.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Moment } from '../ui/cells.tsx'
import { fieldName, thingName } from '../ui/change-text.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Changes } from '../ui/history-panel.tsx'
import { readList } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Pager } from '../ui/pager.tsx'

const PAGE = 50
const TABLES = [
  'products',
  'product_images',
  'product_imports',
  'categories',
  'banner_images',
  'discounts',
  'settings',
  'user_roles',
  'api_keys',
  'orders',
  'payments',
  'complaints',
  'profiles',
  'serial_series',
  'tally_ledgers',
  'remittances',
  'mail_setup',
  'razorpay_keys',
  'message_texts',
  'page_texts',
  'own_pages',
  'customer_notes',
  'account_blocks',
  'phone_codes',
]
const ACTIONS = ['insert', 'update', 'delete'] as const
const AREA: Filter = { name: 'area', label: say.area, options: TABLES.map((value) => ({ value, label: fieldName(value) })) }
const ACTION: Filter = { name: 'action', label: say.action, options: ACTIONS.map((value) => ({ value, label: say.actions[value] })) }

const COLUMNS: Column<AuditLine>[] = [
  { id: 'when', label: say.when, always: true, cell: (line) => <Moment at={line.at} /> },
  { id: 'who', label: say.who, cell: (line) => <Who actor={line.actor} /> },
  { id: 'what', label: say.what, cell: (line) => `${say.actions[line.action]}: ${thingName(line.table_name)}` },
  { id: 'row', label: say.row, hidden: true, cell: (line) => line.row_id.slice(0, 8) },
  { id: 'change', label: say.change, bare: true, cell: (line) => <Changes changes={line.changes} /> },
]

/** Every change in the back office, newest first: who, when, what, old and new values. The log cannot be edited. */
export default function AuditLog() {
  const [params] = useSearchParams()
  const { filters, cursor } = readList(params, [AREA, ACTION], [])
  const wanted = { table: filters['area'] ?? [], action: known(filters['action'] ?? [], ['insert', 'update', 'delete']) }
  const page = useQuery({
    queryKey: ['audit-log', wanted, cursor],
    queryFn: () => fetchAuditLog(wanted, cursor, PAGE),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title={say.auditLog} aside={say.auditText} />
      <FilterBar filters={[AREA, ACTION]} />
      <DataTable
        id="audit"
        label={say.auditLog}
        columns={COLUMNS}
        rows={page.data?.rows}
        rowKey={({ id }) => String(id)}
        rowName={({ id }) => String(id)}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        empty={<EmptyState compact title={params.size > 0 ? say.noneMatch : say.nothing} />}
      />
      <Pager page={page.data} />
    </>
  )
}

/** A customer, who may cancel their own order, is shown by the start of their id. */
function Who({ actor }: { actor: string | null }) {
  const staff = useQuery({ queryKey: ['staff'], queryFn: fetchStaff, staleTime: 300_000 })
  return actor === null ? say.theShop : (staff.data?.get(actor) ?? actor.slice(0, 8))
}
