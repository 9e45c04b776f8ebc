import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

/** `used`: MB outside of the heap; `released`: how often; `collected`: what the collector was asked for, each time. */
type Memory = { used: number; released: number; collected: unknown[] }

/** An ordinary collection would keep most of the freed pages. */
const WHOLE = { type: 'major', execution: 'sync', flavor: 'last-resort' }

let child: ChildProcess
afterEach(() => void child.kill('SIGKILL'))

async function memoryAfter(steps: readonly ('rush' | 'work' | 'quiet')[], execArgv: string[] = ['--expose-gc']): Promise<Memory[]> {
  child = fork(path.resolve(import.meta.dirname, '../testing/rush-process.ts'), { execArgv })
  await once(child, 'message')
  const measured: Memory[] = []
  for (const step of steps) {
    child.send(step)
    const [memory] = (await once(child, 'message')) as [Memory]
    measured.push(memory)
  }
  return measured
}

test('what a rush has left is given back once the process is quiet, once and not while it works', async () => {
  const [rushed, working, quiet, later] = await memoryAfter(['rush', 'work', 'quiet', 'quiet'])
  expect(rushed?.used).toBeGreaterThan(29)
  expect(working?.used).toBeGreaterThan(29)
  expect(working).toMatchObject({ collected: [], released: 0 })
  expect(quiet?.used).toBeLessThan(1)
  expect(quiet?.collected).toEqual([WHOLE])
  expect(later?.collected).toEqual([WHOLE])
  expect(later?.released).toBeGreaterThan(quiet?.released ?? Infinity)
})

test('a process that was started without its collector keeps it', async () => {
  const [, quiet] = await memoryAfter(['rush', 'quiet'], [])
  expect(quiet?.used).toBeGreaterThan(29)
  expect(quiet?.released).toBe(0)
})
