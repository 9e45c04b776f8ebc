import { describe, expect, test } from 'vitest'
import { inTransaction } from './transaction.ts'
import type { TransactionClient } from './transaction.ts'

/** Answers like a pipelined pg client: statements in order, and after a failure 25P02 until the end. */
function fakePool(failing?: string) {
  const sent: string[] = []
  let failed = false
  let released: unknown = 'not yet'
  const client: TransactionClient = {
    async query({ text }) {
      sent.push(text)
      await Promise.resolve()
      if (text === 'commit' || text === 'rollback') return { rows: [], command: failed ? 'ROLLBACK' : text.toUpperCase() }
      if (failed) throw Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
      if (text === failing) {
        failed = true
        throw Object.assign(new Error('duplicate key'), { code: '23505' })
      }
      return { rows: [{ text }], command: 'SELECT' }
    },
    release: (broken) => (released = broken),
  }
  return { sent, released: () => released, connect: () => Promise.resolve(client) }
}

describe('a transaction', () => {
  test('opens, runs and commits, and gives the connection back', async () => {
    const pool = fakePool()
    const rows = await inTransaction(pool, [{ text: 'set role' }], (query) => query('select 1'))
    expect(rows).toEqual([{ text: 'select 1' }])
    expect(pool.sent).toEqual(['begin', 'set role', 'select 1', 'commit'])
    expect(pool.released()).toBeUndefined()
  })

  test('sends statements nobody awaits before its commit', async () => {
    const pool = fakePool()
    await inTransaction(pool, [], async (query) => {
      void query('a')
      void query('b')
    })
    expect(pool.sent).toEqual(['begin', 'a', 'b', 'commit'])
  })

  test('fails with the statement that failed, awaited or not, never with those behind it', async () => {
    const pool = fakePool('a')
    const work = inTransaction(pool, [], async (query) => {
      void query('a')
      void query('b')
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    const awaited = inTransaction(fakePool('a'), [], (query) => {
      void query('a')
      return query('b')
    })
    await expect(awaited).rejects.toMatchObject({ code: '23505' })
  })

  test('rolls back and passes the error on when the work throws', async () => {
    const pool = fakePool()
    await expect(inTransaction(pool, [], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(pool.sent).toEqual(['begin', 'rollback'])
    expect(pool.released()).toBeUndefined()
  })
})
