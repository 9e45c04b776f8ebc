import type { Query } from './context.ts'

export type Statement = { text: string; values?: unknown[] }

/** The part of a pg client that a transaction uses. `pipeline: true` on the client is what makes it fast. */
export type TransactionClient = {
  query(statement: Statement & { name?: string }): Promise<{ rows: unknown[]; command: string }>
  release(broken?: Error | boolean): void
  /** Where pg writes; a client without it sends each statement by itself. */
  connection?: { stream: { cork(): void; uncork(): void } }
}

export type TransactionPool = { connect(): Promise<TransactionClient> }

const IN_FAILED_TRANSACTION = '25P02'

/**
 * Runs `work` in one transaction on one connection of the pool.
 *
 * Nothing here waits for an answer it does not need: BEGIN travels with the first statements of `work`, and COMMIT
 * with the last ones when `work` returns without awaiting them. A failed statement fails the whole, with its own
 * error and not with the "current transaction is aborted" of those behind it. When `work` throws, all is rolled back.
 *
 * @param opening statements sent right after BEGIN, e.g. the role and the claims of the caller
 */
export async function inTransaction<T>(pool: TransactionPool, opening: Statement[], work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const inOneWrite = gatherWrites(client)
  const sent: Promise<unknown>[] = []
  const query: Query = <R extends Record<string, unknown>>(text: string, values?: unknown[]) => {
    inOneWrite()
    const answer = client.query(prepared({ text, values })).then((result) => result.rows as R[])
    answer.catch(() => undefined) // whoever issued it need not await it: its failure is found below
    sent.push(answer)
    return answer
  }
  let broken: Error | undefined
  try {
    void query('begin')
    for (const { text, values } of opening) void query(text, values)
    let result: T
    try {
      result = await work(query)
    } catch (error) {
      await client.query({ text: 'rollback' }).catch((failure: Error) => (broken = failure))
      throw (await firstFailure(sent)) ?? error
    }
    inOneWrite()
    const end = await client.query(prepared({ text: 'commit' })).catch((failure: Error) => {
      broken = failure
      return null
    })
    const failure = (await firstFailure(sent)) ?? broken
    if (failure) throw failure
    // COMMIT of a failed transaction succeeds, with the command ROLLBACK.
    if (end?.command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } finally {
    client.release(broken)
  }
}

/** Called before a statement: it and those issued after it in the same turn travel in one write instead of one each. */
function gatherWrites({ connection }: TransactionClient): () => void {
  let gathering = false
  return () => {
    if (gathering || !connection) return
    gathering = true
    connection.stream.cork()
    process.nextTick(() => {
      gathering = false
      connection.stream.uncork()
    })
  }
}

async function firstFailure(sent: Promise<unknown>[]): Promise<Error | undefined> {
  const failures: Error[] = []
  for (const one of await Promise.allSettled(sent)) {
    if (one.status === 'rejected') failures.push(one.reason instanceof Error ? one.reason : new Error(String(one.reason)))
  }
  return failures.find((failure) => !('code' in failure) || failure.code !== IN_FAILED_TRANSACTION) ?? failures[0]
}

const names = new Map<string, string>()

/** Texts are constants of the code, so each gets one server-side plan per connection. */
function prepared(statement: Statement): Statement & { name?: string } {
  let name = names.get(statement.text)
  if (!name) names.set(statement.text, (name = `fn_${names.size + 1}`))
  return { ...statement, name }
}
