/**
 * A shop with a million products and orders, built in the database in minutes, and what each part of it then takes, beside its goal.
 * Times are medians over HTTP without a cache, unless the row says otherwise.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startShop, type RunningShop } from '../scripts/running-shop.ts'
import { measureScreens, median, timeOf } from './back-office.ts'
import { fillBackOffice, type Size } from './back-office-rows.ts'
import { ordersOverHttp } from './orders-over-http.ts'
import { fillCatalogue } from './shop.ts'

/** The share of a million that is built: 0.1 for a look at the bench itself. */
const SHARE = Number(process.env.LARGE_SHARE ?? 1)
const SIZE: Size = { products: 1_000_000 * SHARE, orders: 1_000_000 * SHARE, customers: 500_000 * SHARE, days: 60 }
const TIMES = 7

const rows: [what: string, measured: string, goal: string][] = []
const note = (what: string, measured: string, goal = ''): void => {
  rows.push([what, measured, goal])
  console.log(`${what}: ${measured}${goal ? `   (goal: ${goal})` : ''}`)
}
const ms = (time: number): string => `${Math.round(time).toLocaleString('en-IN')} ms`

async function inDatabase(shop: RunningShop, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  try {
    const began = performance.now()
    await client.query(text)
    return performance.now() - began
  } finally {
    await client.end()
  }
}

async function medianOf(shop: RunningShop, address: string): Promise<string> {
  const headers = { apikey: shop.keys.publishable_key, ...(address.includes('limit=1&') ? { prefer: 'count=exact' } : {}) }
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const took = await timeOf({ url: shop.url + address, method: 'GET', headers, body: null }).catch((error: unknown) => String(error))
    if (typeof took === 'string') return took.replace(shop.url, '')
    times.push(took)
  }
  return ms(median(times))
}

const cards = '/rest/v1/rpc/list_products?p_grouped=true&p_from=0&p_limit=12'
/** What visitors ask for: the functions behind the listing, its filters, its search and the suggestions. */
const PUBLIC: [what: string, address: string, goal: string][] = [
  ['first 12 cards, newest', `${cards}&p_sort=created_at`, '≤ 100 ms'],
  ['first 12 cards, cheapest', `${cards}&p_sort=price_asc`, '≤ 100 ms'],
  ['first 12 cards, most popular', `${cards}&p_sort=popular`, '≤ 100 ms'],
  ['first 12 cards between two prices', `${cards}&p_sort=price_asc&p_min=200&p_max=300`, '≤ 100 ms'],
  ['12 cards of page 20', `${cards.replace('p_from=0', 'p_from=228')}&p_sort=created_at`, '≤ 100 ms'],
  ['filters and counts of the whole catalogue', '/rest/v1/rpc/product_facets?p_grouped=true', '≤ 100 ms'],
  ['filters and counts of a search', '/rest/v1/rpc/product_facets?p_grouped=true&p_query=rose', '≤ 100 ms'],
  ['filters and counts of one letter', '/rest/v1/rpc/product_facets?p_grouped=true&p_query=r', '≤ 100 ms'],
  ['filters and counts of two rare letters', '/rest/v1/rpc/product_facets?p_grouped=true&p_query=qx', '≤ 100 ms'],
  ['filters and counts of a price range', '/rest/v1/rpc/product_facets?p_grouped=true&p_min=200&p_max=300', '≤ 100 ms'],
  ['exact count of products, which no screen asks for', '/rest/v1/products?select=id&limit=1&status=eq.active', ''],
  ['suggestions for a word', '/rest/v1/rpc/suggest_products?p_tokens={"rose"}&p_limit=6', '≤ 100 ms'],
  ['suggestions for one letter', '/rest/v1/rpc/suggest_products?p_tokens={"r"}&p_limit=6', '≤ 100 ms'],
  ['search of a word, first 12 cards', `${cards}&p_sort=created_at&p_query=rose`, '≤ 100 ms'],
  ['search of one letter, first 12 cards', `${cards}&p_sort=created_at&p_query=r`, '≤ 100 ms'],
  ['search of two rare letters, first 12 cards', `${cards}&p_sort=created_at&p_query=qx`, '≤ 100 ms'],
  ['search that finds nothing', `${cards}&p_sort=created_at&p_query=qqxqq`, '≤ 100 ms'],
  ['page of the listing, rendered', '/products', '≤ 300 ms'],
]

/** The stock in another order than the first is computed for each request (docs/decisions/0132-stock-of-a-large-catalogue.md). */
const screenGoal = (name: string): string => (name === 'stock in another order' ? '' : /^sales|stock lasts$/.test(name) ? '≤ 500 ms' : '≤ 200 ms')

async function build(shop: RunningShop): Promise<void> {
  await fillCatalogue(shop, 1000)
  const built = performance.now()
  await fillBackOffice(shop, SIZE)
  note(
    `${SIZE.products.toLocaleString('en-IN')} products, ${SIZE.orders.toLocaleString('en-IN')} orders, ${SIZE.customers.toLocaleString('en-IN')} customers`,
    `built in ${Math.round((performance.now() - built) / 1000)} s`,
  )
  // What the storefront searches; triggers would write it.
  note(
    'words of all products for the search',
    `built in ${Math.round(
      (await inDatabase(
        shop,
        "insert into private.search_documents (product_id, words) select p.id, private.search_words(p) from public.products p where p.status = 'active' on conflict do nothing",
      )) / 1000,
    )} s`,
  )
}

/** A folder that keeps the shop, to measure it again without building it; a build that was interrupted is none. */
const KEPT = process.env.LARGE_DATA
const mark = KEPT && path.join(KEPT, 'large-shop-is-built')
const dataDir = KEPT ?? (await mkdtemp(path.join(tmpdir(), 'shringar-large-')))
if (KEPT) await mkdir(KEPT, { recursive: true })
const shop = await startShop(dataDir)
try {
  if (!mark || !existsSync(mark)) {
    await build(shop)
    if (mark) await writeFile(mark, '')
  }
  note('search words, all counted', ms(await inDatabase(shop, 'select private.recount_words()')))
  await inDatabase(shop, 'vacuum analyze private.search_documents')
  await inDatabase(shop, 'delete from private.facet_counts')
  note('job: counts for the filters, all', ms(await inDatabase(shop, 'select private.count_facets()')), 'every 10 min')
  await inDatabase(shop, "update public.products set brand = 'Another' where sku = 'LARGE-7'")
  note('job: counts for the filters, one product changed', ms(await inDatabase(shop, 'select private.count_facets()')), 'every 10 s')
  // The shop's own first run of the job, which began with its start, ends before.
  await inDatabase(shop, "select pg_advisory_xact_lock(hashtext('private.cache_stock_covers'))")
  note('job: how long the stock lasts', ms(await inDatabase(shop, 'select private.cache_stock_covers()')), 'every 10 min')
  for (const [what, address, goal] of PUBLIC) note(what, await medianOf(shop, address), goal)
  for (const { name, median: usual, worst, slowest } of await measureScreens(shop))
    note(`back office, ${name}`, `${ms(usual)}, worst ${ms(worst)} (${slowest})`, screenGoal(name))
  await inDatabase(shop, 'delete from private.ranking')
  note('job: ranking, all products', ms(await inDatabase(shop, 'select private.rank_products()')), 'every 10 min')
  await inDatabase(shop, "update public.products set stock = stock + 1, units_sold = units_sold + 1 where sku = 'LARGE-7'")
  note('job: ranking, one product sold', ms(await inDatabase(shop, 'select private.rank_products()')), 'every 15 s')
  note('job: search words, nothing changed', ms(await inDatabase(shop, 'select private.refresh_search()')), 'every 5 s')
  await inDatabase(shop, "update public.products set name = name || ' new' where sku = 'LARGE-7'")
  note('job: search words, one product changed', ms(await inDatabase(shop, 'select private.refresh_search()')), 'every 5 s')
  note('job: notices of restocked products', ms(await inDatabase(shop, 'select private.notify_restocked()')), 'every 5 s')
  await inDatabase(shop, 'insert into private.sales_changed (day) select max(p.day) from private.sales_past p')
  note('job: sums of a past day that has changed', ms(await inDatabase(shop, 'select private.sum_sales()')), 'every 60 s')
  note('job: unpaid orders', ms(await inDatabase(shop, 'select private.cancel_unpaid_orders()')), 'every 60 s')
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  // A shop that is measured again has the buyers of last time.
  const { rows: buyers } = await client.query<{ count: number }>("select count(*)::int from auth.users where email like 'bench%@shringar.example'")
  const { perSecond, failures } = await ordersOverHttp(shop, 1 + (buyers[0]?.count ?? 0), 1500, 8)
  note('orders of two lines, 8 clients, over HTTP', `${Math.round(perSecond)} orders/s${failures ? `, ${failures} FAILED` : ''}`, '≥ 120 orders/s')
  note('memory of the server', `${await shop.memory()} MB`)
  const { rows: sizes } = await client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size')
  await client.end()
  note('size of the database', sizes[0]?.size ?? '')
} finally {
  await shop.stop()
  if (!KEPT) await rm(dataDir, { recursive: true, force: true })
}
console.log(`\n| | measured | goal |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
