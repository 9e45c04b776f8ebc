import { beforeEach, expect, test, vi } from 'vitest'
import { accountMarks } from './account-marks.ts'
import type { Marks } from './marks.ts'

const session = vi.hoisted(() => ({
  state: { status: 'signed-in', user: { id: 'u1' } } as { status: string; user: { id: string } | null },
  listeners: new Set<() => void>(),
}))
vi.mock('../session/session.ts', () => ({
  sessionStore: {
    read: () => session.state,
    subscribe: (listener: () => void) => {
      session.listeners.add(listener)
      return () => session.listeners.delete(listener)
    },
  },
}))

function become(user: string | null) {
  session.state = { status: user === null ? 'signed-out' : 'signed-in', user: user === null ? null : { id: user } }
  for (const listener of session.listeners) listener()
}

let shown: (string[] | null)[]
let marks: Marks
const read = vi.fn<(userId: string) => Promise<string[]>>()
const begun = vi.fn(() => Promise.resolve())

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', undefined)
  session.listeners.clear()
  session.state = { status: 'signed-in', user: { id: 'u1' } }
  shown = []
  let now: ReadonlySet<string> | null = null
  marks = {
    read: () => now,
    publish(next) {
      now = next
      shown.push(next && [...next])
    },
    subscribe: () => () => undefined,
  }
  read.mockReset().mockResolvedValue(['a'])
  begun.mockClear()
})

const settled = () => new Promise((resolve) => setTimeout(resolve))
async function open() {
  const list = accountMarks(marks, 'test', read, begun)
  list.follow()
  await settled()
  return list
}
const held = () => marks.read() && [...(marks.read() ?? [])]

test('a press shows at once and stays once written', async () => {
  const list = await open()
  const write = vi.fn(() => Promise.resolve())
  const done = list.change('b', true, write)
  expect(held()).toEqual(['a', 'b'])
  await done
  expect(write).toHaveBeenCalledWith('u1')
  expect(held()).toEqual(['a', 'b'])
})

test('a reader of the marked products is notified again once a press is written', async () => {
  const list = await open()
  const before = shown.length
  let written = false
  await list.change('b', true, async () => {
    await settled()
    written = true
  })
  expect([written, shown.length - before, shown.at(-1)]).toEqual([true, 2, ['a', 'b']])
})

test('a press that is refused is undone and reported', async () => {
  const list = await open()
  await expect(list.change('a', false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(shown.at(-2)).toEqual([])
  expect(held()).toEqual(['a'])
})

test('two quick presses are written in their order', async () => {
  const list = await open()
  const order: string[] = []
  const slow = list.change('b', true, async () => {
    await settled()
    order.push('on')
  })
  const quick = list.change('b', false, () => Promise.resolve(void order.push('off')))
  await Promise.all([slow, quick])
  expect(order).toEqual(['on', 'off'])
  expect(held()).toEqual(['a'])
})

test('a response requested before a press does not undo it', async () => {
  const list = await open()
  let answer: (ids: string[]) => void = () => undefined
  read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValueOnce(['a', 'b'])
  const reading = list.reload()
  await settled()
  await list.change('b', true, () => Promise.resolve())
  answer(['a'])
  await reading
  expect(held()).toEqual(['a', 'b'])
})

test('marks belong to one customer: signing out removes them, and the next customer has their own', async () => {
  await open()
  become(null)
  expect(held()).toBeNull()
  read.mockResolvedValue(['z'])
  become('u2')
  expect(held()).toBeNull()
  await settled()
  expect(read).toHaveBeenLastCalledWith('u2')
  expect(held()).toEqual(['z'])
  expect(begun).toHaveBeenCalledTimes(2)
})

test('an unreadable list marks nothing, and a press is still written', async () => {
  read.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const list = await open()
  expect(held()).toBeNull()
  read.mockResolvedValue(['b'])
  await list.change('b', true, () => Promise.resolve())
  expect(held()).toEqual(['b'])
})
