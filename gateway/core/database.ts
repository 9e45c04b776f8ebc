import type pg from 'pg'
import { DatabaseError, Pool, types as builtinTypes } from 'pg'
import { guardConnection } from './guard.ts'
import { limitMessages } from './message-limit.ts'
import { forgetStalePlans } from './prepared-plans.ts'
import { settingsStatement, type RequestSettings } from './request-settings.ts'
import type { Session } from './session.ts'

export { dropPlans } from './prepared-plans.ts'
export type { RequestSettings } from './request-settings.ts'

/** `name` makes it a prepared statement of the connection: the same name must always carry the same text. */
export type Statement = { text: string; values?: unknown[]; name?: string; rowMode?: 'array' }
export type Query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>
export type TransactionOptions = { readOnly?: boolean; settings?: RequestSettings }
type Failure = { error: unknown }

const DATE = 1082
const TIMESTAMP = 1114

// A date has no time zone: pg's default reading as a local Date would shift it by a day for half the world.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === DATE || oid === TIMESTAMP ? String : builtinTypes.getTypeParser(oid, format)
  },
}

/**
 * A pool whose connections send statements without waiting for the previous answer. `url` names a plain login: never
 * the owner or a superuser for anything that serves callers (docs/api.md#security-facts, 2).
 */
export function createPool(url: string, options: { max?: number; applicationName?: string } = {}): pg.Pool {
  const config = {
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'gateway',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types,
  }
  const pool = new Pool(config)
  // A broken connection reaches its statements as an error too; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    guardConnection(client)
    limitMessages(client)
  })
  return pool
}

type Corked = { connection: { stream: { cork?: () => void; uncork?: () => void } } }

/** Sends all statements in one write and resolves when the last is answered. The first failure is the one that counts. */
function sendAll(client: pg.PoolClient, statements: Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const results: pg.QueryResult[] = []
    let failure: Failure | null = null
    let open = statements.length
    const { stream } = (client as unknown as Corked).connection
    stream.cork?.()
    try {
      for (const [index, statement] of statements.entries()) {
        client.query(statement, (error: Error | null, result: pg.QueryResult) => {
          if (error) failure ??= { error }
          else results[index] = result
          open -= 1
          if (open > 0) return
          if (failure) reject(failure.error)
          else resolve(results)
        })
      }
    } finally {
      stream.uncork?.()
    }
  })
}

function opening(pool: pg.Pool, client: pg.PoolClient, session: Session | null, options: TransactionOptions): Statement[] {
  const statements: Statement[] = forgetStalePlans(pool, client) ? [{ text: 'deallocate all' }] : []
  statements.push({ text: options.readOnly ? 'begin read only' : 'begin' })
  if (session) statements.push(settingsStatement(session, options.settings ?? {}))
  return statements
}

/** A COMMIT that follows a failed statement succeeds as ROLLBACK: taking it for success would lose writes silently. */
export function checkCommitted(command: string | undefined): void {
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command ?? 'nothing'} instead of COMMIT`)
}

export function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.severity === 'FATAL'
}

/**
 * Runs statements under the caller's role and claims in one pipelined transaction, in one round trip.
 * It fails closed: when the role cannot be taken, every later statement is refused by the server (25P02).
 * Rejects with PostgreSQL's own error of the first failed statement.
 */
export async function runAs(
  pool: pg.Pool,
  session: Session,
  options: TransactionOptions & { /** Ends the transaction without keeping anything. */ rollback?: boolean },
  statements: Statement[],
): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  const before = opening(pool, client, session, options)
  try {
    const results = await sendAll(client, [...before, ...statements, { text: options.rollback ? 'rollback' : 'commit' }])
    if (!options.rollback) checkCommitted(results.at(-1)?.command)
    client.release()
    return results.slice(before.length, -1)
  } catch (error) {
    client.release(isConnectionLoss(error))
    throw error
  }
}

/**
 * One transaction whose statements depend on each other. `query` may be called without awaiting: the statements are
 * sent at once and answered in order. What `work` throws rolls back and is thrown on; with `session` null it runs as
 * the pool's own login.
 */
export async function transact<T>(pool: pg.Pool, session: Session | null, options: TransactionOptions, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Failure | null = null
  const note = (error: unknown): void => {
    failure ??= { error }
  }
  const opened = sendAll(client, opening(pool, client, session, options))
  opened.catch(note)
  const query: Query = (text, values) => {
    const answer = client.query(text, values).then((result) => result.rows)
    answer.catch(note)
    return answer
  }
  try {
    const result = await work(query)
    const ended = await client.query('commit')
    await opened
    if (failure) throw (failure as Failure).error
    checkCommitted(ended.command)
    client.release()
    return result
  } catch (error) {
    const lost = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(lost)
    // 25P02 only says that an earlier statement failed: tell that one.
    const echo = error instanceof DatabaseError && error.code === '25P02'
    throw echo && failure ? (failure as Failure).error : error
  }
}
