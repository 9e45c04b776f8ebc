/** Runs the parts of a check, shows their output, and counts what passed and what failed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** `failures`: the failed items, each with the first lines of its error; `slowest`: the files that took longest. */
export type Counts = { passed: number; failed: number; failures?: string[]; slowest?: string }
/** `apart`: it prints its output when it ends, so that two such parts can run at once. */
export type Part = { name: string; run: () => Promise<Counts>; apart?: true }

const bin = path.join(root, 'node_modules', '.bin')

const withTools = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...env })

/** Runs a command with the project's own Node and tools first on the path. Resolves to its exit code. */
export function command(words: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withTools(env),
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Like `command`; its output is printed at the end. */
async function commandApart(name: string, words: string[][]): Promise<number> {
  let printed = ''
  let code = 0
  for (const [program = '', ...rest] of words) {
    const child = spawn(program, rest, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: withTools() })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)))
    const [ended] = (await once(child, 'close')) as [number | null]
    code = ended ?? 1
    if (code !== 0) break
  }
  console.log(`\n── ${name} ──\n${printed.trimEnd()}`)
  return code
}

/** A part that is a single check: it passes if the commands succeed. */
export function single(name: string, ...commands: string[][]): Part {
  return {
    name,
    apart: true,
    run: async () => ((await commandApart(name, commands)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }
}

/** Runs every part even if one fails, first those apart, two at once. Prints the failures and one line per part at the end, and sets the exit code. */
export async function runParts(parts: Part[]): Promise<void> {
  const total: Counts = { passed: 0, failed: 0 }
  const lines: string[] = []
  const failures: string[] = []
  const run = async (part: Part): Promise<void> => {
    if (!part.apart) console.log(`\n── ${part.name} ──`)
    const began = Date.now()
    const counts = await part.run().catch((error: unknown): Counts => {
      console.error(error)
      return { passed: 0, failed: 1 }
    })
    total.passed += counts.passed
    total.failed += counts.failed
    if (counts.failed > 0) failures.push(...(counts.failures ?? []).map((failure) => `  ${part.name}: ${failure}`))
    if (counts.slowest) console.log(`Slowest: ${counts.slowest}`)
    lines.push(`${part.name}: ${counts.passed} passed, ${counts.failed} failed (${Math.round((Date.now() - began) / 1000)} s)`)
  }
  const apart = parts.filter((part) => part.apart)
  await Promise.all(
    [0, 1].map(async () => {
      for (let part = apart.shift(); part; part = apart.shift()) await run(part)
    }),
  )
  for (const part of parts) if (!part.apart) await run(part)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
}
