// npm run import -- list.csv [--stock 100] [--mapping file.json] [--report file.txt]: loads a price list into the running shop.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { databaseClient } from '#postgres/client.ts'
import { readMapping } from './import/mapping.ts'
import { planImport } from './import/plan.ts'
import { importReport, summaryLine } from './import/report.ts'
import { ensureCategories, writeBatch } from './import/write-products.ts'
import type { Written } from './import/write-products.ts'

const BATCH = 500
const dataDir = path.resolve(process.env.DATA_DIR ?? '.data')

/** Prints a sentence instead of a stack trace and exits with 1: for errors that the user can correct. */
function give(up: string): never {
  console.error(up)
  process.exit(1)
}

function readArguments(): { file: string; stock: number; mapping: string; report: string } {
  const usage = 'usage: npm run import -- list.csv [--stock 100] [--mapping file.json] [--report file.txt]'
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { stock: { type: 'string', default: '0' }, mapping: { type: 'string' }, report: { type: 'string' } },
    })
    const [file] = positionals
    const stock = Number(values.stock)
    if (!file || positionals.length > 1 || !Number.isSafeInteger(stock) || stock < 0) give(usage)
    return {
      file,
      stock,
      mapping: values.mapping ?? path.join(import.meta.dirname, '../supabase/seed/beauty-india.mapping.json'),
      report: values.report ?? path.join(dataDir, 'import-report.txt'),
    }
  } catch (error) {
    give(`${(error as Error).message}\n${usage}`)
  }
}

async function ownerUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const text = await readFile(path.join(dataDir, 'keys.json'), 'utf8').catch(() =>
    give(`There is no shop in ${dataDir}: start it once, or set DATA_DIR or DATABASE_URL.`),
  )
  const { db_url: url } = JSON.parse(text) as { db_url?: string }
  return url ?? give(`The shop in ${dataDir} keeps its database elsewhere: set DATABASE_URL.`)
}

/** A progress bar on a terminal, a line every two thousand rows in a log. */
function progress(done: number, all: number): void {
  if (process.stdout.isTTY) {
    const width = 32
    const filled = all === 0 ? width : Math.round((done / all) * width)
    process.stdout.write(`\r  ${'█'.repeat(filled)}${'░'.repeat(width - filled)}  ${done} of ${all}${done === all ? '\n' : ''}`)
  } else if (done === all || done % 2000 === 0) console.log(`  ${done} of ${all}`)
}

const options = readArguments()
const [text, mappingText] = await Promise.all(
  [options.file, options.mapping].map((file) => readFile(file, 'utf8').catch(() => give(`${file} cannot be read.`))),
)
const { mapping, plan } = (() => {
  try {
    const read = readMapping(mappingText ?? '')
    return { mapping: read, plan: planImport(text ?? '', read) }
  } catch (error) {
    return give((error as Error).message)
  }
})()

const client = databaseClient(await ownerUrl())
await client.connect().catch((error: Error) => give(`The shop's database does not answer (${error.message}): start the shop first.`))
const query = async (statement: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
  (await client.query<Record<string, unknown>>(statement, values)).rows
try {
  const [settings] = await query('select prices_include_gst from public.settings')
  // The list's prices are what a buyer pays. A shop whose prices exclude GST would add GST to them again.
  if (settings?.prices_include_gst !== true)
    give('This shop shows prices without GST and the prices of the list include it. Switch "prices include GST" on before importing.')
  const categories = await ensureCategories(query, mapping)
  const total: Written = { added: 0, changed: 0, unchanged: 0, refused: [] }
  progress(0, plan.products.length)
  for (let at = 0; at < plan.products.length; at += BATCH) {
    const batch = plan.products.slice(at, at + BATCH)
    const written = await writeBatch(query, batch, categories, options.stock)
    total.added += written.added
    total.changed += written.changed
    total.unchanged += written.unchanged
    total.refused.push(...written.refused)
    progress(at + batch.length, plan.products.length)
  }
  await mkdir(path.dirname(options.report), { recursive: true })
  await writeFile(options.report, importReport(plan, total))
  console.log(summaryLine(plan, total))
  if (total.added > 0 && options.stock === 0) console.log('The list has no stock: everything new is out of stock (--stock 100 would give each that many).')
  console.log(`Row by row: ${options.report}`)
} finally {
  await client.end()
}
