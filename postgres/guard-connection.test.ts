import { expect, inject, test } from 'vitest'
import { openPool } from './pool.ts'

test('an exception while a response of the database is read fails only that connection', async () => {
  const pool = openPool(inject('postgresUrl'), { max: 1 })
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
})
