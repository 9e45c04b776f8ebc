/** Speed and size of an ordinary shop as ratios within one run, each beside its goal. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { measureImport, measureScreens } from './back-office.ts'
import { fillBackOffice, SIZE } from './back-office-rows.ts'
import { measureDeployments } from './deployments.ts'
import { measureLighthouse, median, scoreText } from './lighthouse.ts'
import { load, compareLoad, measureGenerator } from './load.ts'
import { ordersInSql } from './orders-in-sql.ts'
import { ordersOverHttp } from './orders-over-http.ts'
import { startShop } from '../scripts/running-shop.ts'
import { measurePooler } from './pooled.ts'
import { measureQuote } from './quote.ts'
import { measureRendering } from './rendering.ts'
import { measureSearch } from './search-over-http.ts'
import { measureSlowPhone } from './slow-phone.ts'
import { COLUMNS, LIST, compareRest } from './rest.ts'
import { fillCatalogue } from './shop.ts'
import type { Load, Target } from './wrk.ts'

const SECONDS = 4
/** Products of the shop whose search is measured. */
const SEARCHED = 50_000
const rows: [what: string, measured: string, goal: string][] = []
const note = (what: string, measured: string, goal = ''): void => {
  rows.push([what, measured, goal])
  console.log(`${what}: ${measured}${goal ? `   (goal: ${goal})` : ''}`)
}
const rate = (result: Load): string =>
  `${Math.round(result.requestsPerSecond).toLocaleString('en-IN')} req/s, p99 ${result.p99} ms${result.errors ? `, ${result.errors} ERRORS` : ''}`

async function noteCached(name: string, target: Target): Promise<void> {
  const { shop: cached, bare, share } = await compareLoad(target, 2 * SECONDS)
  note(name, `${rate(cached)} = ${Math.round(100 * share)} % of bare node:http sending the same bytes (${rate(bare)})`, '≥ 60 %')
}

const priced = measureQuote(1000)
note('quote of 1,000 lines with tiers, six offers, coupon and five rates', `median ${priced.median.toFixed(2)} ms, p99 ${priced.p99.toFixed(2)} ms`, '≤ 5 ms')
note('the load generator itself, against a socket that answers two letters', rate(await measureGenerator(SECONDS)))
spawnSync(process.execPath, ['scripts/start.mjs', '--build-only'], { stdio: 'inherit' })
const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-bench-'))
let shop = await startShop(dataDir)
try {
  note('cold start with the demo, empty data folder to first healthy answer', `${(shop.startedIn / 1000).toFixed(2)} s`, '≤ 2 s')
  await fillCatalogue(shop, 1000)
  await shop.stop()
  shop = await startShop(dataDir)
  note('warm start', `${(shop.startedIn / 1000).toFixed(2)} s`, '≤ 0.6 s')
  note('memory at rest', `${await shop.memory()} MB`, '≤ 140 MB')

  const headers = { apikey: shop.keys.publishable_key, 'accept-encoding': 'identity' }
  const answer = await fetch(`${shop.url}/rest/v1/products?select=id,name&order=created_at.desc&limit=1`, { headers })
  const [product] = (await answer.json()) as { id: string; name: string }[]
  const targets: Record<string, string> = {
    'list of 12, page 3, newest': LIST,
    'detail by id': `/rest/v1/products?select=*&id=eq.${product?.id}`,
    'text search, first 20': `/rest/v1/products?select=${COLUMNS}&name=ilike.*lip*&order=created_at.desc,id&limit=20`,
  }
  for (const [name, url] of Object.entries(targets)) {
    const target: Target = { url: shop.url + url, headers }
    const uncached = await load({ ...target, headers: { ...headers, 'cache-control': 'no-cache' } }, SECONDS)
    note(`${name}, without cache`, rate(uncached), name.startsWith('text') ? '' : '≥ 3,000 req/s')
    await noteCached(`${name}, cached`, target)
  }
  const { shop: read, bare: byHand, share } = await compareRest(shop, 2 * SECONDS)
  note('the list without cache, against a handler by hand', `${rate(read)} = ${share.toFixed(2)} of ${rate(byHand)}`, '≥ 0.7')
  const productPage = (await fetch(`${shop.url}/products/x/${product?.id}`)).url
  const publicPages = { home: `${shop.url}/`, listing: `${shop.url}/products`, product: productPage, cart: `${shop.url}/cart` }
  for (const { page, scores, lost } of await measureLighthouse(publicPages)) {
    const each = Object.entries(scores)
    note(`Lighthouse mobile, ${page}: median of five (spread)`, each.map(([category, runs]) => `${category} ${scoreText(runs)}`).join(', '), '100 in all four')
    if (each.some(([, runs]) => median(runs) < 100)) console.log(`  points were lost by: ${lost.join(', ')}`)
  }
  for (const { page, largestPaint, touch, slowestTouch } of await measureSlowPhone(publicPages)) {
    note(`slow phone, ${page}: largest paint of a first visit`, `${(largestPaint / 1000).toFixed(2)} s`, '≤ 1.8 s')
    note(`slow phone, ${page}: from a touch to the next frame, ${slowestTouch}`, `${touch} ms`, '≤ 100 ms')
  }
  for (const [name, url] of [
    ['page /products', '/products'],
    ['page of a product', `/products/x/${product?.id}`],
  ] as const) {
    const landed = await fetch(shop.url + url)
    const target: Target = { url: shop.url + new URL(landed.url).pathname, headers: { 'accept-encoding': 'br' } }
    await noteCached(`${name}, cached, brotli`, target)
  }
  const rendered = await measureRendering(shop, 2 * SECONDS)
  note('page /products with a price range, no cache has it', rate(rendered.shop), '≥ 400 req/s')
  note('… against React rendering the same tree from memory', `${Math.round(rendered.react)} /s → ${rendered.share.toFixed(2)}`, '≥ 0.5')
  const warmUp = await ordersOverHttp(shop, 1, 400, 8)
  if (warmUp.failures > 0) throw new Error(`${warmUp.failures} of 400 orders failed`)
  const overHttp = await ordersOverHttp(shop, 1000, 2000, 8)
  const compared = await ordersInSql(shop, 1_000_000, 2000, 8)
  note(
    'orders of two lines, 8 clients, over HTTP',
    `${Math.round(overHttp.perSecond)} orders/s${overHttp.failures ? `, ${overHttp.failures} FAILED` : ''}`,
    '≥ 800 orders/s',
  )
  for (const { by, perSecond } of compared)
    note(`… against the same statements by ${by}`, `${Math.round(perSecond)} /s → ${(overHttp.perSecond / perSecond).toFixed(2)}`, '≥ 0.5')
  for (const { name, reads, orders, failures } of (await measureDeployments(shop, 10_000)).slice(1))
    note(`${name}, against one process without`, `reads ${reads.toFixed(2)}, orders ${orders.toFixed(2)}${failures ? `, ${failures} FAILED` : ''}`)
  const cost = await measurePooler(shop, { path: LIST, headers: { ...headers, 'cache-control': 'no-cache' } })
  const ratio = ({ direct, pooled }: { direct: number; pooled: number }): string =>
    `${Math.round(pooled)} /s of ${Math.round(direct)} /s straight = ${(pooled / direct).toFixed(2)}${cost.failures ? `, ${cost.failures} FAILED` : ''}`
  note('orders through PgBouncer', ratio(cost.orders))
  note('list of 12, without cache, through PgBouncer', ratio(cost.reads))
  note('memory after load', `${await shop.memory()} MB`, '≤ 300 MB')
  await sleep(60_000)
  note('memory a minute later', `${await shop.memory()} MB`, '< 180 MB')
  const imported = await measureImport(shop)
  note(`import of ${imported.rows} rows in the browser`, `checked in ${imported.check.toFixed(1)} s, written in ${imported.write.toFixed(1)} s`, '≤ 30 s')
  await fillBackOffice(shop, SIZE)
  console.log(`The back office with ${SIZE.orders} orders, ${SIZE.products} products and ${SIZE.customers} customers:`)
  for (const { name, median: usual, worst, slowest } of await measureScreens(shop))
    note(`back office, ${name}`, `median ${Math.round(usual)} ms, worst ${Math.round(worst)} ms (${slowest})`, '≤ 200 ms')
  const search = await measureSearch(shop, SEARCHED, SECONDS)
  note(
    `suggestions with ${SEARCHED.toLocaleString('en-IN')} more products, ${search.texts.toLocaleString('en-IN')} texts, each asked once`,
    rate(search),
    '≥ 3,000 req/s',
  )
} finally {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(`\n| | measured | goal |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
