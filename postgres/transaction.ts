import type pg from 'pg'
import { checkCommitted, withClient } from './with-client.ts'
import { gatherWrites } from './one-write.ts'
import { forgetStalePlans, preparesStatements } from './prepared-plans.ts'
import { isFollowUpError } from './sql-state.ts'
import { prepared, type Query, type Statement } from './statement.ts'

export type TransactionOptions = {
  readOnly?: boolean
  /** Sent right after BEGIN, e.g. the role and the claims of the caller. */
  opening?: readonly Statement[]
  /** Every text that `work` sends is a constant of the code: each is planned once per connection. */
  prepare?: boolean
}

type Failure = { error: unknown }

/** Sends the statements of one transaction, and remembers the first that failed. */
function sender(client: pg.PoolClient, withNames: boolean) {
  const inOneWrite = gatherWrites(client)
  let failure: Failure | null = null
  let open = true
  return {
    send({ name, ...statement }: Statement): Promise<pg.QueryResult> {
      // Behind COMMIT it would run in no transaction, or in the next caller's.
      if (!open) return Promise.reject(new Error('a statement was issued after its transaction had ended'))
      inOneWrite()
      const answer = client.query(withNames && name !== undefined ? { ...statement, name } : statement)
      answer.catch((error: unknown) => (failure ??= { error }))
      return answer
    },
    firstFailure: () => failure,
    end: () => void (open = false),
  }
}

/**
 * Runs `work` in one transaction on one connection of the pool.
 *
 * Nothing here waits for an answer it does not need: BEGIN travels with the first statements of `work`, and COMMIT
 * with the last ones when `work` returns without awaiting them. A failed statement fails the whole, with its own
 * error and not with the 25P02 of those behind it. When `work` throws, all is rolled back and its error passed on.
 */
export async function inTransaction<T>(pool: pg.Pool, options: TransactionOptions, work: (query: Query) => Promise<T>): Promise<T> {
  return transact(pool, options, (send) =>
    work((text, values) => {
      const rows = send(options.prepare ? { text, values, name: prepared(text) } : { text, values }).then((result) => result.rows)
      rows.catch(() => undefined) // it need not be awaited: its failure fails the transaction
      return rows
    }),
  )
}

/** Sends all statements in one round trip, and answers with their results. `rollback` keeps nothing of what they did. */
export async function runStatements(
  pool: pg.Pool,
  options: Omit<TransactionOptions, 'prepare'> & { rollback?: boolean },
  statements: readonly Statement[],
): Promise<pg.QueryResult[]> {
  const answers: Promise<pg.QueryResult>[] = []
  await transact(pool, options, async (send) => void answers.push(...statements.map(send)), options.rollback)
  return Promise.all(answers)
}

function transact<T>(
  pool: pg.Pool,
  options: TransactionOptions,
  work: (send: (statement: Statement) => Promise<pg.QueryResult>) => Promise<T>,
  rollback = false,
) {
  return withClient(
    pool,
    async (client) => {
      const { send, firstFailure, end } = sender(client, preparesStatements(pool))
      try {
        if (forgetStalePlans(pool, client)) void send({ text: 'deallocate all' })
        const begin = options.readOnly ? 'begin read only' : 'begin'
        void send({ text: begin, name: prepared(begin) })
        for (const { name, text, values } of options.opening ?? []) void send({ text, values, name: name ?? prepared(text) })
        const result = await work(send)
        const ending = rollback ? 'rollback' : 'commit'
        const ended = await send({ text: ending, name: prepared(ending) })
        const failure = firstFailure()
        if (failure) throw failure.error
        if (!rollback) checkCommitted(ended.command)
        return result
      } catch (error) {
        throw isFollowUpError(error) ? (firstFailure()?.error ?? error) : error
      } finally {
        end()
      }
    },
    { readOnly: options.readOnly },
  )
}
