/** Runs the parts of a check one after the other, shows their output, and counts what passed and what failed. */
import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** `failures`: the failed items, each with the first lines of its error; `slowest`: the files that took longest. */
export type Counts = { passed: number; failed: number; failures?: string[]; slowest?: string }
export type Part = { name: string; run: () => Promise<Counts> }

const bin = path.join(root, 'node_modules', '.bin')

/** Runs a command with the project's own Node and tools first on the path. Resolves to its exit code. */
export function command(words: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...env },
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** A part that is a single check: it passes if the commands succeed. */
export function single(name: string, ...commands: string[][]): Part {
  return {
    name,
    async run() {
      for (const words of commands) {
        if ((await command(words)) !== 0) return { passed: 0, failed: 1 }
      }
      return { passed: 1, failed: 0 }
    },
  }
}

/** Runs every part even if one fails, prints the failures and one line per part at the end, and sets the exit code. */
export async function runParts(parts: Part[]): Promise<void> {
  const total: Counts = { passed: 0, failed: 0 }
  const lines: string[] = []
  const failures: string[] = []
  for (const part of parts) {
    console.log(`\n── ${part.name} ──`)
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
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
}
