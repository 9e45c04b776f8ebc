import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { watchHealth } from './health.ts'
import { createDatabase } from './testing/database.ts'

test('a database that answers is healthy, and concurrent checks share one query', async () => {
  const database = await createDatabase('gateway')
  const health = watchHealth(database.urlFor('authenticator'))
  expect(await Promise.all(Array.from({ length: 100 }, () => health.answers()))).toEqual(Array.from({ length: 100 }, () => true))
  await health.close()
  await database.drop()
})

test('one that is down, or accepts connections without answering, is unhealthy after a timeout', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const health = watchHealth(`postgresql://shop:secret@127.0.0.1:${port}/shop`, 100)
  expect(await health.answers()).toBe(false)
  silent.close()
  expect(await watchHealth('postgresql://shop:secret@127.0.0.1:1/shop', 1000).answers()).toBe(false)
})
