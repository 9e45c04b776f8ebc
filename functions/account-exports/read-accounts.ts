import { accountDocument } from '#domain/accounts/account-document.ts'
import type { AccountDocument } from '#domain/accounts/account-document.ts'
import type { BookEntry } from '#domain/accounts/book-entry.ts'
import type { DaysRange } from '#domain/accounts/days-range.ts'
import type { Method, MoneyMovement } from '#domain/accounts/money-movement.ts'
import type { AccountOrder } from '#domain/accounts/order-lines.ts'
import type { DocumentFacts, DocumentFactsV1 } from '#domain/documents/invoice-rows.ts'
import { returnDocument } from '#domain/gstr1/return-document.ts'
import type { ReturnDocument } from '#domain/gstr1/return-document.ts'
import { toPaise } from '#domain/money/money.ts'
import { LEDGER_FIELDS, partyNames } from '#domain/tally/ledgers.ts'
import type { PartyNames, TallyLedgers } from '#domain/tally/ledgers.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext } from '../context.ts'
import { readCancelled } from '../gst-return/read-cancelled.ts'
import { bookEntry } from './entry-row.ts'
import type { EntryContent } from './entry-row.ts'

/** Rows per statement. */
const PAGE = 200
/** Documents, movements or orders of one export: some 30 MB of XML, which one request may hold. */
export const MOST_ENTRIES = 10_000

/** The period has more entries than one file may have. */
export class TooManyEntries extends Error {}

export type Accounts = {
  documents: AccountDocument[]
  returns: ReturnDocument[]
  money: MoneyMovement[]
  entries: BookEntry[]
  ledgers: TallyLedgers
  /** the names in the ledgers of registered buyers */
  parties: PartyNames
  /** the numbers that GSTR-3B leaves out */
  cancelled: ReadonlySet<string>
  gstin: string | null
}

const DOCUMENTS = 'select id, at, content from private.gst_documents($1, $2, $3, $4, $5, $6)'
const MONEY = 'select id, at, kind, method, amount, reference, order_id, order_number, name, gstin from private.account_money($1, $2, $3, $4, $5, $6)'
const ENTRIES = 'select id, at, content from private.account_entries($1, $2, $3, $4, $5, $6)'
const ORDERS = 'select id, at, content from private.account_orders($1, $2, $3, $4, $5, $6)'
const NAMES = 'select gstin, name from private.first_buyer_names($1, $2)'
const LEDGERS = `select ${LEDGER_FIELDS.join(', ')} from public.tally_ledgers`
const SETTINGS = 'select gstin from public.settings'
const SNAPSHOT = 'set transaction isolation level repeatable read, read only'

type Paged = { id: string; at: string }
type DocumentRow = Paged & { content: DocumentFacts | DocumentFactsV1 }
type EntryRow = Paged & { content: EntryContent }
type MoneyRow = Paged & {
  kind: 'receipt' | 'refund'
  method: Method
  amount: string
  reference: string | null
  order_id: string
  order_number: number
  name: string
  gstin: string | null
}

/** Documents, money and entries of the period, from one snapshot. Throws the database's 42501 without the permission, and TooManyEntries. */
export async function readAccounts(context: FunctionContext, userId: string, range: DaysRange, most = MOST_ENTRIES, page = PAGE): Promise<Accounts> {
  return context.asOrderService(async (query) => {
    void query(SNAPSHOT)
    const ledgers = query<TallyLedgers>(LEDGERS)
    const settings = query<{ gstin: string | null }>(SETTINGS)
    const accounts: Omit<Accounts, 'ledgers' | 'parties' | 'cancelled' | 'gstin'> = { documents: [], returns: [], money: [], entries: [] }
    await readAll(pagesOf<DocumentRow>(query, DOCUMENTS, userId, range), { most, page }, ({ content }) => {
      accounts.documents.push(accountDocument(content))
      accounts.returns.push(returnDocument(content))
    })
    await readAll(pagesOf<MoneyRow>(query, MONEY, userId, range), { most, page }, (row) => accounts.money.push(movementOf(row)))
    await readAll(pagesOf<EntryRow>(query, ENTRIES, userId, range), { most, page }, (row) => accounts.entries.push(bookEntry(row)))
    const cancelled = await readCancelled(query, userId, range)
    const parties = await readParties(query, userId, accounts)
    const [names] = await ledgers
    if (!names) throw new Error('public.tally_ledgers has no row')
    return { ...accounts, ledgers: names, parties, cancelled, gstin: (await settings)[0]?.gstin ?? null }
  })
}

async function readParties(query: Query, userId: string, { documents, money }: Pick<Accounts, 'documents' | 'money'>): Promise<PartyNames> {
  const entries = [...documents, ...money]
  const gstins = new Set(entries.flatMap(({ buyer }) => (buyer.gstin === null ? [] : [buyer.gstin])))
  const rows = gstins.size === 0 ? [] : await query<{ gstin: string; name: string }>(NAMES, [userId, [...gstins]])
  return partyNames(new Map(rows.map(({ gstin, name }) => [gstin, name])), entries)
}

/** The orders that were placed in the period, with their lines. Throws like readAccounts. */
export async function readOrders(context: FunctionContext, userId: string, range: DaysRange, most = MOST_ENTRIES): Promise<AccountOrder[]> {
  return context.asOrderService(async (query) => {
    void query(SNAPSHOT)
    const orders: AccountOrder[] = []
    await readAll(pagesOf<Paged & { content: AccountOrder }>(query, ORDERS, userId, range), { most, page: PAGE }, ({ content }) => orders.push(content))
    return orders
  })
}

/** A page of a function, after the last row of the page before. */
type ReadPage<Row> = (after: Paged | null, size: number) => Promise<Row[]>

const pagesOf =
  <Row extends Paged>(query: Query, statement: string, userId: string, { from, until }: DaysRange): ReadPage<Row> =>
  (after, size) =>
    query<Row>(statement, [userId, from.toISOString(), until.toISOString(), after?.at ?? null, after?.id ?? null, size])

/** Reads all pages, oldest first; each is cut down by `take` before the next one comes. */
async function readAll<Row extends Paged>(read: ReadPage<Row>, { most, page: size }: Limits, take: (row: Row) => unknown): Promise<void> {
  let after: Paged | null = null
  let count = 0
  for (;;) {
    const page: Row[] = await read(after, size)
    count += page.length
    if (count > most) throw new TooManyEntries()
    for (const row of page) take(row)
    const last = page.at(-1)
    if (!last || page.length < size) return
    after = { id: last.id, at: last.at }
  }
}

type Limits = { /** rows in all */ most: number; /** rows per statement */ page: number }

function movementOf({ id, at, kind, method, amount, reference, order_id, order_number, name, gstin }: MoneyRow): MoneyMovement {
  return { id, at, kind, method, amount: toPaise(amount), reference, orderId: order_id, orderNumber: order_number, buyer: { gstin, name } }
}
