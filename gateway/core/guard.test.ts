import { expect, test, vi } from 'vitest'
import { createGatewayDatabase } from '../testing/database.ts'
import { createPool } from './database.ts'
import { guarded } from './guard.ts'

test('what a guarded listener throws is logged, not thrown on, and it is cleaned up', () => {
  const log = vi.fn()
  const cleanUp = vi.fn()
  const broken = guarded(log, 'reading', (text: string) => void JSON.parse(text), cleanUp)
  broken('{}')
  expect(log).not.toHaveBeenCalled()
  broken('{')
  expect(log).toHaveBeenCalledWith({ level: 'error', message: 'reading failed', data: expect.any(SyntaxError) })
  expect(cleanUp).toHaveBeenCalledOnce()
})

test('an exception while an answer of the database is read fails that connection alone', async () => {
  const database = await createGatewayDatabase()
  const pool = createPool(database.urlFor('authenticator'), { max: 1 })
  const client = await pool.connect()
  await client.query('listen hall')
  // Thrown in the 'data' event of the socket, as by a row that is too long for a string.
  client.on('notification', () => {
    throw new Error('unreadable')
  })
  await expect(client.query("select pg_notify('hall', '')")).rejects.toThrow('unreadable')
  client.release(true)
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await database.drop()
})
