import { groupIndian } from '#domain/money/money.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-customers.ts'
import type { CustomerRow } from '../../data/admin/customers/customers.ts'
import type { CsvColumn } from '../../data/admin/csv.ts'
import { Money } from '../ui/cells.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Mark } from './mark.tsx'
import { nameOf } from './name-of.ts'

/** Includes the email address if the caller may see it. */
export type ListedCustomer = CustomerRow & { email: string | null }

const None = () => <span className="text-ink-2">–</span>

const Day = ({ at }: { at: string | null }) =>
  at === null ? (
    <span className="text-ink-2">{say.never}</span>
  ) : (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDay(at)}
    </time>
  )

/** @param emails whether email addresses are listed beside the phone numbers, as for a super admin (docs/rules.md#roles) */
export function customerColumns(emails: boolean): Column<ListedCustomer>[] {
  return [
    {
      id: 'name',
      label: say.customer,
      always: true,
      phone: 'left',
      sort: 'ascending',
      cell: (row) => (
        <span className="typed">
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            {nameOf(row)}
            {row.blocked_at === null ? null : <Mark look="bad">{say.blocked}</Mark>}
            {row.is_guest ? <Mark>{say.noAccount}</Mark> : null}
            {row.is_staff ? <Mark>{say.staff}</Mark> : null}
          </span>
          {row.company_name && row.company_name !== nameOf(row) ? <span className="block font-normal text-ink-2">{row.company_name}</span> : null}
        </span>
      ),
    },
    {
      id: 'contact',
      label: emails ? say.phoneAndEmail : say.phone,
      phone: 'left',
      cell: (row) => (
        <span className="typed">
          <span className="block whitespace-nowrap">{row.phone || (row.email === null ? <None /> : null)}</span>
          {row.email}
        </span>
      ),
    },
    { id: 'gstin', label: say.gstin, phone: 'away', cell: (row) => <span className="whitespace-nowrap">{row.gstin ?? <None />}</span> },
    { id: 'state', label: say.state, phone: 'away', cell: (row) => row.state ?? <None /> },
    { id: 'orders', label: say.orders, phone: 'away', end: true, cell: (row) => groupIndian(String(row.orders)) },
    { id: 'spent', label: say.spent, phone: 'right', end: true, sort: 'descending', cell: (row) => <Money rupees={row.spent} /> },
    { id: 'last', label: say.lastOrder, phone: 'right', end: true, sort: 'descending', cell: (row) => <Day at={row.last_order_at} /> },
    { id: 'since', label: say.since, phone: 'away', leaves: 'second', end: true, sort: 'descending', cell: (row) => <Day at={row.created_at} /> },
  ]
}

export function exportColumns(emails: boolean): CsvColumn<ListedCustomer>[] {
  return [
    { label: say.customer, value: (row) => row.full_name },
    { label: say.company, value: (row) => row.company_name },
    { label: say.gstin, value: (row) => row.gstin },
    { label: say.phone, value: (row) => row.phone },
    ...(emails ? [{ label: say.email, value: (row: ListedCustomer) => row.email }] : []),
    { label: say.state, value: (row) => row.state },
    { label: say.orders, value: (row) => row.orders },
    { label: say.spent, value: (row) => row.spent },
    { label: say.lastOrder, value: (row) => row.last_order_at },
    { label: say.since, value: (row) => row.created_at },
    { label: say.blockedSince, value: (row) => row.blocked_at },
    { label: say.account, value: (row) => (row.is_guest ? say.no : say.yes) },
  ]
}
