/** The list of customers, by keyset (docs/decisions/0027-customers.md). */
import type { SelectedRow } from '#supabase/database.ts'
import { keysetPage } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'
import { containsPattern } from '../../api/contains-pattern.ts'
import { loadSupabase } from '../../api/supabase.ts'

const COLUMNS = 'id,full_name,company_name,gstin,phone,created_at,orders,spent,last_order_at,state,blocked_at,is_staff,is_guest,sort_name'
/** `is_guest`: ordered by telephone or at the counter, without an account. `orders` and `spent` (rupees) count sales; `last_order_at` is the newest order in any state. `state` is the name of the State. */
export type CustomerRow = SelectedRow<'customers', typeof COLUMNS>
export const CUSTOMER_SORTS = ['name', 'since', 'spent', 'last'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]
export type CustomerList = {
  search: string
  /** filters of the URL: `account`, `blocked`, `gstin`, `ordered`, `since`, `state`, each a list of its options */
  filters: Readonly<Record<string, readonly string[]>>
  sort: { by: string; ascending: boolean } | null
  cursor: string | null
  size: number
}

const SORTS: Record<CustomerSort, Pick<SortKey, 'column' | 'nullable'>> = {
  name: { column: 'sort_name' },
  since: { column: 'created_at' },
  spent: { column: 'spent' },
  last: { column: 'last_order_at', nullable: true },
}
const DAY_MS = 86_400_000
/** 'Not for 90 days': customers who bought and stopped. */
const QUIET_DAYS = 90

const daysAgo = (days: number, now: Date): string => new Date(now.getTime() - days * DAY_MS).toISOString()

/** The conditions of 'Last order', of which any one is enough. The API separates conditions with `,`, so dates are quoted. */
export function orderedConditions(values: readonly string[], now: Date): string[] {
  const within = Math.max(0, ...values.map(Number).filter((days) => Number.isInteger(days)))
  return [
    ...(within > 0 ? [`last_order_at.gte."${daysAgo(within, now)}"`] : []),
    ...(values.includes('quiet') ? [`last_order_at.lt."${daysAgo(QUIET_DAYS, now)}"`] : []),
    ...(values.includes('never') ? ['last_order_at.is.null'] : []),
  ]
}

/**
 * A page of customers, newest first unless sorted. The search covers name, company, phone and GSTIN; for a super admin also the
 * beginning of an email address.
 */
export async function fetchCustomers({ search, filters, sort, cursor, size }: CustomerList): Promise<Page<CustomerRow>> {
  const client = await loadSupabase()
  const by = SORTS[sort?.by as CustomerSort] ?? SORTS.since
  const keys: SortKey[] = [
    { ...by, ascending: sort?.ascending ?? false },
    { column: 'id', ascending: true },
  ]
  const now = new Date()
  // An exact count: behind the policies of two tables the planner's estimate is off by four.
  let query = client.from('customers').select(COLUMNS, cursor === null ? { count: 'exact' } : {})
  const only = (name: string, value: string): boolean => filters[name]?.length === 1 && filters[name][0] === value
  if (only('blocked', 'yes')) query = query.not('blocked_at', 'is', null)
  if (only('blocked', 'no')) query = query.is('blocked_at', null)
  if (only('account', 'with')) query = query.is('is_guest', false)
  if (only('account', 'without')) query = query.is('is_guest', true)
  if (only('gstin', 'with')) query = query.not('gstin', 'is', null)
  if (only('gstin', 'without')) query = query.is('gstin', null)
  const ordered = orderedConditions(filters['ordered'] ?? [], now)
  if (ordered.length > 0) query = query.or(ordered.join())
  const since = Math.max(0, ...(filters['since'] ?? []).map(Number))
  if (since > 0) query = query.gte('created_at', daysAgo(since, now))
  const states = filters['state'] ?? []
  if (states.length > 0) query = query.in('state', states)
  if (search.includes('@')) query = query.in('id', [...(await fetchEmails({ begins: search })).keys()])
  else if (search !== '') query = query.or(`words.ilike.${containsPattern(search)}`)
  return keysetPage<CustomerRow, typeof query>(query, { sort: keys, cursor, size })
}

/** Email addresses by user id, for a super admin; everyone else gets none and no error (docs/rules.md#roles). */
export async function fetchEmails(wanted: { ids: readonly string[] } | { begins: string }): Promise<Map<string, string>> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('auth_emails', 'ids' in wanted ? { p_users: wanted.ids } : { p_begins: wanted.begins })
  if (error) return new Map()
  return new Map(data.map(({ user_id, email }) => [user_id, email]))
}
