/** A recorded order as a pgbench script, and its run. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunningShop } from '../scripts/running-shop.ts'
import { orderUrl, renamed, type Names, type Recorded } from './recorded-order.ts'

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `'{${value.map((one) => `"${String(one).replaceAll('"', '\\"')}"`).join(',')}}'`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** The statements as a pgbench script: buyers and their products count up, each order gets a new id, the rest is as recorded. */
export function pgbenchScript(recorded: Recorded[], names: Names, from: number): string {
  const counted: Names = {
    buyer: '00000000-0000-4000-8000-:u',
    key: 'bench-order-:n',
    products: ['00000000-0000-4000-8000-:p', '00000000-0000-4000-8000-:q'],
    order: '00000000-0000-4000-8000-:o',
    flat: '00000000000040008000:o',
  }
  const lines = [
    '\\set i :i + 1',
    `\\set n ${from} + :client_id * 100000 + :i`,
    '\\set u 100000000000 + :n',
    '\\set p 200000000000 + :n % 700 + 1',
    '\\set q :p + 100',
    '\\set o random(300000000000, 999999999999)',
    'begin;',
  ]
  for (const { text, values } of recorded) {
    const filled = text.replace(/\$(\d+)/g, (_, index) => literal(values[Number(index) - 1]))
    lines.push(`${renamed(filled, names, counted).replace(/\s+/g, ' ')};`)
  }
  lines.push('commit;')
  return lines.join('\n')
}

export function findPgbench(): string | undefined {
  const folders = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`) : []
  return [...folders.sort().reverse(), '/usr/bin/pgbench'].find(existsSync)
}

export type Comparison = { perSecond: number; by: string }

export async function viaPgbench(pgbench: string, shop: RunningShop, script: string, each: number, clients: number): Promise<Comparison> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-pgbench-'))
  try {
    const file = path.join(folder, 'order.sql')
    await writeFile(file, script)
    const run = spawnSync(pgbench, ['-n', '-M', 'simple', '-c', String(clients), '-j', '1', '-t', String(each), '-D', 'i=0', '-f', file, orderUrl(shop)], {
      encoding: 'utf8',
    })
    const tps = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1])
    if (run.status !== 0 || !tps) throw new Error(`pgbench: ${run.stderr.slice(0, 2000)}`)
    return { perSecond: tps, by: 'pgbench (simple protocol: parsed and planned each time)' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
