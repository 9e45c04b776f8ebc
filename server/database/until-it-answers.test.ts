import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { untilItAnswers } from './until-it-answers.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const RECOVERING = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is in recovery mode\0\0'
const message = (type: string, body: string): Buffer => {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type, 0, 'latin1')
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5, 'latin1')
  return bytes
}
const READY = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])

/** A server that treats the nth connection as `answer` says, from 1 on. */
async function fakePostgres(answer: (count: number, socket: Socket) => void): Promise<string> {
  let count = 0
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      answer((count += 1), socket)
      // The farewell.
      socket.on('data', () => socket.end())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`
}

/** Each look at the clock finds it ten seconds later. */
function clock(): () => number {
  let time = 0
  return () => (time += 10_000)
}
const waiting = { hasEnded: () => false, limits: { silence: 60_000, attempt: 100, say: 30_000 } }

test('a server that recovers from a crash is waited for, however long it takes, and now and then that is said', async () => {
  const said: number[] = []
  const url = await fakePostgres((count, socket) => (count > 30 ? socket.write(READY) : socket.end(message('E', RECOVERING))))
  expect(await untilItAnswers({ ...waiting, url, now: clock(), onRecovery: (seconds) => void said.push(seconds) })).toBe(null)
  expect(said).toEqual([40, 80, 120, 160, 200, 240, 280])
})

test('one that takes connections and says nothing is given up', async () => {
  const url = await fakePostgres(() => undefined)
  expect(await untilItAnswers({ ...waiting, url, now: clock() })).toBe('silent')
})

test('one that falls silent in its recovery is given up too', async () => {
  const url = await fakePostgres((count, socket) => (count > 10 ? undefined : socket.end(message('E', RECOVERING))))
  expect(await untilItAnswers({ ...waiting, url, now: clock() })).toBe('silent')
})

test('one that ends in its recovery is not waited for, and neither is one that is no longer needed', async () => {
  let asked = 0
  const url = await fakePostgres((count, socket) => {
    asked = count
    socket.end(message('E', RECOVERING))
  })
  expect(await untilItAnswers({ ...waiting, url, hasEnded: () => asked === 3 })).toBe('ended')
  expect(await untilItAnswers({ ...waiting, url, signal: AbortSignal.abort() })).toBe('aborted')
})
