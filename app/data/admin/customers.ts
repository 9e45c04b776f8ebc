/** The back office's customers: a list by keyset, one of them with all that is known, notes, and the door (docs/decisions/0027). */
import { keysetPage } from './keyset.ts'
import type { Page, SortKey } from './keyset.ts'
import { saveRow } from './save.ts'
import type { SaveResult } from './save.ts'
import { containsPattern } from '../api/contains-pattern.ts'
import { loadSupabase } from '../api/supabase.ts'

/** `orders` and `spent` (rupees) count sales; `last_order_at` is the newest order, whatever became of it. `state` by its name. */
export type CustomerRow = {
  id: string
  full_name: string | null
  company_name: string | null
  gstin: string | null
  phone: string | null
  created_at: string
  orders: number
  spent: number
  last_order_at: string | null
  state: string | null
  blocked_at: string | null
  is_staff: boolean
  sort_name: string
}
export const CUSTOMER_SORTS = ['name', 'since', 'spent', 'last'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]
export type CustomerList = {
  search: string
  /** what the address says: `blocked`, `gstin`, `ordered`, `since`, `state`, each a list of its options */
  filters: Readonly<Record<string, readonly string[]>>
  sort: { by: string; ascending: boolean } | null
  cursor: string | null
  size: number
}

const COLUMNS = 'id,full_name,company_name,gstin,phone,created_at,orders,spent,last_order_at,state,blocked_at,is_staff,sort_name'
const SORTS: Record<CustomerSort, Pick<SortKey, 'column' | 'nullable'>> = {
  name: { column: 'sort_name' },
  since: { column: 'created_at' },
  spent: { column: 'spent' },
  last: { column: 'last_order_at', nullable: true },
}
const DAY_MS = 86_400_000
/** 'Not for 90 days': who bought and stopped. */
const QUIET_DAYS = 90

const daysAgo = (days: number, now: Date): string => new Date(now.getTime() - days * DAY_MS).toISOString()

/** The conditions of 'Last order', of which any is enough. A `,` stands between conditions of the wire, so dates are quoted. */
export function orderedConditions(values: readonly string[], now: Date): string[] {
  const within = Math.max(0, ...values.map(Number).filter((days) => Number.isInteger(days)))
  return [
    ...(within > 0 ? [`last_order_at.gte."${daysAgo(within, now)}"`] : []),
    ...(values.includes('quiet') ? [`last_order_at.lt."${daysAgo(QUIET_DAYS, now)}"`] : []),
    ...(values.includes('never') ? ['last_order_at.is.null'] : []),
  ]
}

/** A page of customers, newest first unless sorted. The search looks in name, company, telephone and GSTIN; a super admin's also at how an e-mail begins. */
export async function fetchCustomers({ search, filters, sort, cursor, size }: CustomerList): Promise<Page<CustomerRow>> {
  const client = await loadSupabase()
  const by = SORTS[sort?.by as CustomerSort] ?? SORTS.since
  const keys: SortKey[] = [
    { ...by, ascending: sort?.ascending ?? false },
    { column: 'id', ascending: true },
  ]
  const now = new Date()
  // Counted where it is shown: behind two tables' policies the planner's guess is off by four.
  let query = client.from('customers').select<string, CustomerRow>(COLUMNS, cursor === null ? { count: 'exact' } : {})
  const only = (name: string, value: string): boolean => filters[name]?.length === 1 && filters[name][0] === value
  if (only('blocked', 'yes')) query = query.not('blocked_at', 'is', null)
  if (only('blocked', 'no')) query = query.is('blocked_at', null)
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

/** E-mail addresses by user id, for a super admin; everybody else gets none and hears of no error (docs/rules.md#roles). */
export async function fetchEmails(wanted: { ids: readonly string[] } | { begins: string }): Promise<Map<string, string>> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('auth_emails', 'ids' in wanted ? { p_users: wanted.ids } : { p_begins: wanted.begins })
  if (error) return new Map()
  return new Map((data as { user_id: string; email: string }[]).map(({ user_id, email }) => [user_id, email]))
}

export type CustomerProfile = {
  id: string
  full_name: string | null
  company_name: string | null
  gstin: string | null
  phone: string | null
  created_at: string
  updated_at: string
}
export type CustomerAddress = {
  id: string
  full_name: string
  company_name: string | null
  gstin: string | null
  address: string
  city: string
  state: string
  pincode: string
  phone: string
  is_default: boolean
}
/** Money in rupees. `email`: null for whoever may not see it. */
export type Customer = {
  profile: CustomerProfile
  email: string | null
  last_sign_in_at: string | null
  roles: string[]
  orders: number
  spent: number
  last_order_at: string | null
  block: { reason: string; created_at: string; by: string | null } | null
  addresses: CustomerAddress[]
  consents: { purpose: 'account' | 'offers'; given: boolean; created_at: string }[]
  complaints: { id: string; number: string; status: 'open' | 'answered' | 'closed'; created_at: string }[]
  products: { product_id: string | null; name: string; quantity: number; total: number; orders: number }[]
}

/** One customer with all that the shop knows; null: there is none of this id. */
export async function fetchCustomer(id: string): Promise<Customer | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_customer', { p_user: id }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data as Customer | null
}

export type CustomerOrder = { id: string; created_at: string; status: string; payment_method: string; payment_state: string; total_amount: number }

/** A page of her orders, newest first. */
export async function fetchCustomerOrders(userId: string, cursor: string | null, size: number): Promise<Page<CustomerOrder>> {
  const client = await loadSupabase()
  const query = client
    .from('orders')
    .select<string, CustomerOrder>('id,created_at,status,payment_method,payment_state,total_amount', { count: 'estimated' })
    .eq('user_id', userId)
  const sort: SortKey[] = [
    { column: 'created_at', ascending: false },
    { column: 'id', ascending: true },
  ]
  return keysetPage<CustomerOrder, typeof query>(query, { sort, cursor, size })
}

export type ProfileEdit = Pick<CustomerProfile, 'full_name' | 'company_name' | 'gstin' | 'phone'>

/** Saves what an admin changed, if the profile still is as the form read it. */
export const saveProfile = (profile: CustomerProfile, changes: Partial<ProfileEdit>): Promise<SaveResult<CustomerProfile>> =>
  saveRow<CustomerProfile>({
    table: 'profiles',
    id: profile.id,
    changes,
    stamp: { column: 'updated_at', value: profile.updated_at },
    columns: 'id,full_name,company_name,gstin,phone,created_at,updated_at',
  })

export type CustomerNote = { id: string; note: string; author: string | null; created_at: string; updated_at: string }
const NOTE_COLUMNS = 'id,note,author,created_at,updated_at'

/** What admins noted about her, newest first. */
export async function fetchNotes(userId: string): Promise<CustomerNote[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('customer_notes')
    .select<string, CustomerNote>(NOTE_COLUMNS)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(200)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export async function addNote(userId: string, note: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('customer_notes').insert({ user_id: userId, note })
  if (error) throw new Error(error.message, { cause: error })
}

export const saveNote = (note: CustomerNote, text: string): Promise<SaveResult<CustomerNote>> =>
  saveRow<CustomerNote>({
    table: 'customer_notes',
    id: note.id,
    changes: { note: text },
    stamp: { column: 'updated_at', value: note.updated_at },
    columns: NOTE_COLUMNS,
  })

/** False: somebody was faster, or it is not one's own. */
export async function deleteNote(id: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from('customer_notes').delete().eq('id', id).select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}

/** Ends her sessions and keeps the account out. Throws with the database's sentence: OWN_ACCOUNT, STAFF, ALREADY_BLOCKED. */
export async function blockAccount(userId: string, reason: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('block_account', { p_user: userId, p_reason: reason })
  if (error) throw new Error(error.message, { cause: error })
}

export async function unblockAccount(userId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('unblock_account', { p_user: userId })
  if (error) throw new Error(error.message, { cause: error })
}

/** Whether this user may do what only a super admin may; an error counts as no, as for admin. */
export async function askIsSuperAdmin(userId: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('has_role', { _user_id: userId, _role: 'super_admin' })
  return !error && data === true
}
