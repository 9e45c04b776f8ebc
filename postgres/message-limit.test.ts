import * as fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { messageSizes, MessageTooLarge } from './message-limit.ts'
import { openPool } from './pool.ts'
import { inTransaction } from './transaction.ts'

function message(body: number): Buffer {
  const bytes = Buffer.alloc(body + 5)
  bytes.write('D')
  bytes.writeUInt32BE(body + 4, 1)
  return bytes
}

test('message sizes are found for any chunking of the stream', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 1 }), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (bodies, cuts) => {
      const stream = Buffer.concat([...bodies.map(message), message(50)])
      const sizeOf = messageSizes(53)
      const found: number[] = []
      for (let at = 0, turn = 0; at < stream.length && found.length === 0; turn += 1) {
        const next = at + (cuts[turn % cuts.length] ?? 1)
        const size = sizeOf(stream.subarray(at, next))
        if (size !== null) found.push(size)
        at = next
      }
      expect(found).toEqual([54])
    }),
  )
})

test('a row above the maximum size fails its statement, and the next one works', async () => {
  const pool = openPool(inject('postgresUrl'), { max: 1 })
  try {
    const huge = inTransaction(pool, {}, (query) => query(`select repeat('x', 70000000) as body`))
    await expect(huge).rejects.toBeInstanceOf(MessageTooLarge)
    expect(await inTransaction(pool, {}, (query) => query('select 1 as one'))).toEqual([{ one: 1 }])
  } finally {
    await pool.end()
  }
})
