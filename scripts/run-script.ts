/** Runs a command of the shop as its owner does, for tests. */
import { spawn } from 'node:child_process'
import path from 'node:path'

/**
 * @param script a file of this folder, without its ending
 * @param settings the whole environment, besides the paths to programs
 */
export async function runScript(script: string, args: string[], settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
