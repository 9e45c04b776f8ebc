import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let supervisor: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-supervise-'))
})
afterEach(async () => {
  supervisor?.kill('SIGKILL')
  for (const pid of await pids()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // the process has already ended
    }
  }
  await rm(folder, { recursive: true })
})

/** A busy machine may take seconds to start a process. */
const PATIENT = { timeout: 20_000 }
const OPENS = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => 0, 1000); process.send('open', () => note('opened'))"

/** The real supervisor with a minimal server that writes down its process id. */
function supervise(server: string): { output: () => string; exited: Promise<number | null> } {
  const note = `const note = (file) => require('node:fs').appendFileSync(${JSON.stringify(folder)} + '/' + file, process.pid + '\\n')`
  const args = JSON.stringify({ command: process.execPath, args: ['-e', `${note}; note('started'); ${server}`] })
  const script = `import { supervise } from ${JSON.stringify(path.resolve(import.meta.dirname, 'supervise.mjs'))}; supervise(${args}, 20)`
  const started = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  supervisor = started
  let text = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  return { output: () => text, exited: new Promise((resolve) => started.on('exit', (code) => resolve(code))) }
}

/** The process ids of the servers that started, or that have reported that they are open, in order. */
async function pids(noted: 'started' | 'opened' = 'started'): Promise<number[]> {
  const text = await readFile(path.join(folder, noted), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}

async function reached(noted: 'started' | 'opened', count: number): Promise<number> {
  await expect.poll(async () => (await pids(noted)).length, PATIENT).toBeGreaterThanOrEqual(count)
  return (await pids(noted))[count - 1] as number
}

test('a server that is killed is started again, with growing pauses, each logged in one line', async () => {
  const { output } = supervise(OPENS)
  for (const [count, pause] of [
    [1, 0.02],
    [2, 0.04],
    [3, 0.08],
  ] as const) {
    process.kill(await reached('opened', count), 'SIGKILL')
    await expect.poll(() => output().trim().split('\n').at(-1), PATIENT).toBe(`The server ended (SIGKILL); starting it again in ${pause} s.`)
  }
  await reached('started', 4)
})

test('a server that crashes after it was open is started again until it keeps running', async () => {
  const { output } = supervise("process.send('open', () => process.exit(1))")
  await reached('started', 3)
  expect(output()).toContain('The server ended (exit code 1); starting it again in 0.02 s.')
})

test.each([
  [1, 'a failure'],
  [2, 'a wrong setting'],
])('exit code %i before it is open is %s: the supervisor ends with it at once', async (code) => {
  const { output, exited } = supervise(`process.exit(${code})`)
  expect(await exited).toBe(code)
  expect(await pids()).toHaveLength(1)
  expect(output()).toBe('')
})

test('a server that is killed repeatedly before it is open is not started again', async () => {
  const { exited } = supervise("process.kill(process.pid, 'SIGKILL')")
  expect(await exited).toBe(1)
  expect(await pids()).toHaveLength(3)
})

test('a signal stops the server gracefully and starts no other', async () => {
  const { exited } = supervise(OPENS)
  await reached('opened', 1)
  supervisor?.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(await pids()).toHaveLength(1)
})

test('a signal between a crash and the next start ends the supervisor', async () => {
  const { exited, output } = supervise(
    "if (require('node:fs').readFileSync(" +
      JSON.stringify(path.join(folder, 'started')) +
      ", 'utf8').split('\\n').length > 8) setInterval(() => 0, 1000); else process.send('open', () => process.exit(1))",
  )
  await expect.poll(output, PATIENT).toContain('in 0.64 s')
  supervisor?.kill('SIGTERM')
  expect(await exited).toBe(0)
})

test('a server that was stopped intentionally is not started again', async () => {
  const { exited } = supervise("process.send('open', () => process.exit(0))")
  expect(await exited).toBe(0)
  expect(await pids()).toHaveLength(1)
})
