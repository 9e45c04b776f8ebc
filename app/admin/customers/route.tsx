import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useOutletContext, useSearchParams } from 'react-router'
import * as say from '#words/admin-customers.ts'
import * as listWords from '#words/admin-list.ts'
import { CSV_PAGE } from '../../data/admin/csv.ts'
import { askIsSuperAdmin } from '../../data/admin/staff/access.ts'
import { CUSTOMER_SORTS, fetchCustomers, fetchEmails } from '../../data/admin/customers/customers.ts'
import type { CustomerList } from '../../data/admin/customers/customers.ts'
import type { Page } from '../../data/admin/keyset.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { customerPath } from '../paths.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { readList } from '../ui/list-url.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Pager, countText } from '../ui/pager.tsx'
import { ViewTabs } from '../ui/view-tabs.tsx'
import { customerColumns, exportColumns } from './customer-columns.tsx'
import type { ListedCustomer } from './customer-columns.tsx'
import { FILTERS, VIEWS } from './list-filters.ts'
import { nameOf } from './name-of.ts'

const PAGE = 50
const KEY = 'admin-customers'

/** A page of customers with email addresses. These are empty for staff who may not see them, and if they could not be read (docs/rules.md#roles). */
async function fetchListed(list: CustomerList, withEmails: boolean): Promise<Page<ListedCustomer>> {
  const page = await fetchCustomers(list)
  const emails = withEmails && page.rows.length > 0 ? await fetchEmails({ ids: page.rows.map(({ id }) => id) }) : new Map<string, string>()
  return { ...page, rows: page.rows.map((row) => ({ ...row, email: emails.get(row.id) ?? null })) }
}

/** Everyone with an account or an order: searchable, filterable, sortable by purchases, and exportable. */
export default function AdminCustomers() {
  const me = useOutletContext<SessionUser>()
  const [params] = useSearchParams()
  const { search, filters, sort, cursor } = readList(params, FILTERS, CUSTOMER_SORTS)
  const list = { search, filters, sort }
  const superAdmin = useQuery({ queryKey: ['is-super-admin', me.id], queryFn: () => askIsSuperAdmin(me.id), staleTime: 60_000 })
  const emails = superAdmin.data === true
  const page = useQuery({
    queryKey: [KEY, list, cursor, emails],
    queryFn: () => fetchListed({ ...list, cursor, size: PAGE }, emails),
    placeholderData: keepPreviousData,
    enabled: !superAdmin.isPending,
  })
  const narrowed = search !== '' || Object.keys(filters).length > 0
  return (
    <>
      <PageHead
        title={say.title}
        aside={countText(page.data?.count ?? null)}
        actions={
          <ExportButton<ListedCustomer>
            name="customers"
            read={(at) => fetchListed({ ...list, cursor: at, size: CSV_PAGE }, emails)}
            columns={exportColumns(emails)}
          />
        }
      />
      <ViewTabs list="customers" views={VIEWS} />
      <FilterBar search={emails ? say.searchWithEmail : say.search} filters={FILTERS} />
      <DataTable
        id="customers"
        label={say.title}
        columns={customerColumns(emails)}
        rows={page.data?.rows}
        rowKey={({ id }) => id}
        rowName={(row) => say.named(nameOf(row))}
        rowTo={({ id }) => customerPath(id)}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        empty={
          narrowed ? <EmptyState compact title={listWords.noMatch} text={listWords.noMatchText} /> : <EmptyState compact title={say.none} text={say.noneText} />
        }
      />
      <Pager page={page.data} />
    </>
  )
}
