/** `npm run bench:search [-- 50000]`: speed and error tolerance of suggestions and of the listing's search in a large catalogue, and of lists of families. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { searchTokens } from '#domain/text/search-tokens.ts'
import { migrateGateway, migrateShop } from '#server/database/migrations.ts'
import { startPostgres } from '#server/database/postgres.ts'
import { FAMILIES, GROUPED, fillFamilies } from './families.ts'
import { dice, fillForSearch } from './search-catalogue.ts'

const PRODUCTS = Number(process.argv[2] ?? 50_000)
const ASKED = 400
const SHOWN = 6

type Question = { typed: string; meant: string[] }
const roll = dice(11)

/** Milliseconds. */
function percentile(times: number[], share: number): string {
  return (times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(1)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Makes one typing error: a letter missing, added, wrong, or two letters swapped. */
function slip(word: string): string {
  const at = roll(word.length - 1)
  const letter = LETTERS[roll(26)] ?? 'x'
  const [before, here, next, after] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)]
  return [before + next + after, before + letter + here + next + after, before + letter + next + after, before + next + here + after][roll(4)] ?? word
}

function questions(names: string[], kind: 'beginning' | 'slip' | 'two words'): Question[] {
  const made: Question[] = []
  while (made.length < ASKED) {
    const words = searchTokens(names[roll(names.length)] ?? '', 99)
      .map((word) => word.toLowerCase())
      .filter((word) => /^[a-z]{5,}$/.test(word))
    const word = words[roll(words.length)]
    const other = words.find((one) => one !== word)
    if (word === undefined) continue
    if (kind === 'beginning') made.push({ typed: word.slice(0, 3 + roll(word.length - 3)), meant: [word] })
    else if (kind === 'slip') made.push({ typed: slip(word), meant: [word] })
    else if (other !== undefined) made.push({ typed: `${other} ${word.slice(0, 4)}`, meant: [other, word] })
  }
  return made
}

async function gauge(client: pg.Client, what: string, asked: Question[]): Promise<void> {
  const times: number[] = []
  let hits = 0
  for (const { typed, meant } of asked) {
    const began = performance.now()
    const { rows } = await client.query<{ name: string }>({
      name: 'suggest',
      text: 'select id, name, brand, image_url, image_thumbhash, base_price from public.suggest_products($1, $2)',
      values: [searchTokens(typed), SHOWN],
    })
    times.push(performance.now() - began)
    if (rows.some(({ name }) => meant.every((word) => name.toLowerCase().includes(word)))) hits += 1
    else if (process.env.MISSES) console.log(`  ${typed} for ${meant.join(' ')}: ${rows[0]?.name ?? '–'}`)
  }
  console.log(
    `${what}: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, the word meant is among the first ${SHOWN}: ${((100 * hits) / asked.length).toFixed(1)} %`,
  )
}

async function time(client: pg.Client, what: string, text: string, queries: string[]): Promise<void> {
  const times: number[] = []
  for (const query of queries) {
    const began = performance.now()
    await client.query({ name: what, text, values: [query] })
    times.push(performance.now() - began)
  }
  console.log(`${what}: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`)
}

async function measure(client: pg.Client): Promise<void> {
  // By name, because ids are random: each run then asks the same questions.
  const { rows } = await client.query<{ name: string }>('select name from public.products order by name')
  const names = rows.map((row) => row.name)
  await client.query('set role anon')
  await gauge(client, 'beginnings of 3 letters and more', questions(names, 'beginning'))
  await gauge(client, 'a word and the first 4 letters of another', questions(names, 'two words'))
  await gauge(client, 'words with one slip', questions(names, 'slip'))
  const one = Array.from(LETTERS).map((letter) => ({ typed: letter, meant: [letter] }))
  await gauge(client, 'one letter', [...one, ...one, ...one])
  const hostile = Array.from({ length: 60 }, () => ({
    typed: Array.from({ length: 6 }, () => `q${Array.from({ length: 11 }, () => LETTERS[roll(26)]).join('')}`).join(' '),
    meant: [],
  }))
  await gauge(client, 'six words that mean nothing', hostile)
  const words = questions(names, 'beginning')
    .map(({ typed }) => typed)
    .slice(0, 100)
  const first = 'order by created_at desc, id limit 20'
  await time(client, 'name contains, first 20, search_products', `select * from public.search_products($1) ${first}`, words)
  await time(
    client,
    'name contains, first 20, ilike under rls',
    `select * from public.products where status = 'active' and name ilike '%' || $1 || '%' ${first}`,
    words,
  )
  await time(client, 'name contains, count and facets', 'select public.product_facets(p_query => $1)', words)
}

const folder = await mkdtemp(path.join(tmpdir(), 'shringar-search-'))
const server = await startPostgres({ dataDir: path.join(folder, 'pg'), durable: false })
try {
  const url = server.urlFor('postgres')
  await migrateGateway(url)
  await migrateShop(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const began = performance.now()
    await fillForSearch(client, PRODUCTS)
    const filled = performance.now()
    await client.query('select private.refresh_search()')
    const refreshed = performance.now()
    await client.query('select private.refresh_search()')
    const idle = performance.now()
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ words: string }>('select count(*) as words from private.lexemes')
    console.log(
      `${PRODUCTS} products, ${rows[0]?.words} words; ${((filled - began) / PRODUCTS).toFixed(2)} ms to write a product, ${Math.round(refreshed - filled)} ms to count the words, ${Math.round(idle - refreshed)} ms when nothing changed`,
    )
    await measure(client)
    await client.query('reset role')
    await fillFamilies(client)
    await client.query('set role anon')
    console.log(`${FAMILIES} families of ten`)
    for (const [what, text, asked] of GROUPED) await time(client, what, text, asked)
  } finally {
    await client.end()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
