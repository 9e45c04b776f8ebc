import { beforeEach, expect, test } from 'vitest'
import { KEPT, clearLog, findEntries, log, logStore } from './log.ts'

beforeEach(clearLog)

test('an entry has timestamp, level, source, message, data and error', () => {
  log('error', 'cart', 'Failed to update cart', { productId: 'p1' }, new TypeError('Failed to fetch'))
  const [entry] = logStore.read()
  expect(Object.keys(entry ?? {}).toSorted()).toEqual(['data', 'error', 'id', 'level', 'message', 'source', 'timestamp'])
  expect(entry).toMatchObject({
    level: 'error',
    source: 'cart',
    message: 'Failed to update cart',
    data: { productId: 'p1' },
    error: { name: 'TypeError', message: 'Failed to fetch' },
  })
  expect(Date.parse(entry?.timestamp ?? '')).toBeGreaterThan(0)
})

test('the memory keeps the newest 1000', () => {
  for (let turn = 1; turn <= KEPT + 5; turn += 1) log('info', 'test', `entry ${turn}`)
  expect(KEPT).toBe(1000)
  expect(logStore.read()).toHaveLength(1000)
  expect(logStore.read()[0]?.message).toBe('entry 6')
  expect(logStore.read().at(-1)?.message).toBe('entry 1005')
})

test('no secret is logged', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  log('warn', 'network', `GET /x?apikey=${token}`, { authorization: `Bearer ${token}`, body: { password: 'gulab ittar' } }, new Error(`bad ${token}`))
  const kept = JSON.stringify(logStore.read())
  expect(kept).not.toContain('eyJ')
  expect(kept).not.toContain('gulab')
})

test('entries are found by least level and by text, newest first', () => {
  log('debug', 'route', 'to /products')
  log('warn', 'network', 'slow answer', { path: '/rest/v1/orders' })
  log('error', 'cart', 'Failed to update cart')
  const found = (least: Parameters<typeof findEntries>[1], text: string) => findEntries(logStore.read(), least, text).map(({ source }) => source)
  expect(found('debug', '')).toEqual(['cart', 'network', 'route'])
  expect(found('warn', '')).toEqual(['cart', 'network'])
  expect(found('debug', ' ORDERS ')).toEqual(['network'])
  expect(found('error', 'slow')).toEqual([])
})
