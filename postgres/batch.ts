import type pg from 'pg'
import { Query } from 'pg'
import { watchDuration } from './follow-statements.ts'
import { checkCommitted, withClient } from './with-client.ts'
import { batchPlansOf, forgetStalePlans, preparesStatements, type BatchPlans } from './prepared-plans.ts'

/** With a `name`, the connection prepares the statement: one name must always stand for the same text. */
export type BatchStatement = { readonly text: string; readonly values?: readonly string[]; readonly name?: string }

/** Rows in PostgreSQL's text format, or null. `rowCount` is the number in the command tag. */
export type BatchResult = { command: string; rowCount: number; rows: (string | null)[][] }

/** pg's internal protocol connection; its own queries use the same methods. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly string[] }): void
  execute(): void
  close(target: { type: 'S'; name: string }): void
  sync(): void
}

type Answer = { resolve(results: BatchResult[]): void; reject(error: unknown): void }

// pg accepts only instances of Query on a pipelined connection, because others may need several round trips; this one does not.
const QueryBase = Query as unknown as new (config: { text: string }) => object

/**
 * Several statements with a single Sync: the server sends all results at once and skips the statements after a failure. All
 * results are text, so no Describe is needed. After a failure, the caller has to end the open transaction.
 */
class Batch extends QueryBase {
  readonly #statements: readonly BatchStatement[]
  readonly #answer: Answer
  readonly #results: BatchResult[] = []
  readonly #parsed: string[] = []
  #plans: BatchPlans | null = null
  #rows: (string | null)[][] = []

  constructor(statements: readonly BatchStatement[], answer: Answer) {
    super({ text: 'batch' })
    this.#statements = statements
    this.#answer = answer
  }

  /** pg requires a callback; the promise delivers the result. */
  callback(): void {}

  submit(connection: Connection): null {
    const plans = batchPlansOf(connection)
    this.#plans = plans
    connection.stream.cork()
    try {
      for (const statement of this.#statements) {
        const { text, values = [] } = statement
        // The prefix separates these names from statements that pg itself prepares on the same connection.
        const name = statement.name === undefined ? '' : `batch_${statement.name}`
        if (name === '' || !plans.ready.has(name)) {
          if (plans.uncertain.has(name)) connection.close({ type: 'S', name })
          connection.parse({ name, text })
          if (name !== '') this.#parsed.push(name)
        }
        connection.bind({ statement: name, values })
        connection.execute()
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const tag = text.split(' ')
    this.#results.push({ command: tag[0] ?? '', rowCount: Number(tag.at(-1)) || 0, rows: this.#rows })
    this.#rows = []
  }

  handleReadyForQuery(): void {
    for (const name of this.#parsed) {
      this.#plans?.ready.add(name)
      this.#plans?.uncertain.delete(name)
    }
    this.#answer.resolve(this.#results)
  }

  handleError(error: unknown): void {
    // Statements before the failure are prepared, those after it are skipped; PostgreSQL does not report which one failed.
    for (const name of this.#parsed) this.#plans?.uncertain.add(name)
    this.#answer.reject(error)
  }
}

const unnamed = ({ text, values = [] }: BatchStatement): BatchStatement => ({ text, values })

function send(client: pg.PoolClient, statements: readonly BatchStatement[]): Promise<BatchResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, { resolve, reject }) as unknown as pg.Submittable)
  })
}

const BEGIN = { text: 'begin', name: 'begin' }
const BEGIN_READ_ONLY = { text: 'begin read only', name: 'begin_read_only' }
const COMMIT = { text: 'commit', name: 'commit' }
const ROLLBACK = { text: 'rollback', name: 'rollback' }

export type BatchOptions = {
  readOnly?: boolean
  /** Sent right after BEGIN, e.g. the role and the claims of the caller. */
  opening?: readonly BatchStatement[]
  /** Rolls back instead of committing. */
  rollback?: boolean
  /** Checks the results before COMMIT, at the cost of a second round trip. If it throws, the transaction rolls back. */
  check?: (results: BatchResult[]) => void
}

/**
 * Runs statements in one transaction and one round trip: BEGIN, the opening, the statements, COMMIT. Fails closed: after a
 * failure the server skips the rest and the transaction rolls back. Rejects with PostgreSQL's error of the failed statement.
 */
export async function runBatch(pool: pg.Pool, options: BatchOptions, statements: readonly BatchStatement[]): Promise<BatchResult[]> {
  const { check, rollback, readOnly } = options
  const before = [readOnly ? BEGIN_READ_ONLY : BEGIN, ...(options.opening ?? [])]
  const end = rollback ? ROLLBACK : COMMIT
  return withClient(
    pool,
    async (client) => {
      if (forgetStalePlans(pool, client)) await client.query('deallocate all')
      const all = check ? [...before, ...statements] : [...before, ...statements, end]
      const answer = send(client, preparesStatements(pool) ? all : all.map(unnamed))
      const sent = await watchDuration(() => statements.map(({ text }) => text).join(' '), answer)
      const results = sent.slice(before.length, before.length + statements.length)
      let ended = sent.at(-1)
      if (check) {
        check(results)
        ;[ended] = await send(client, [preparesStatements(pool) ? end : unnamed(end)])
      }
      if (!rollback) checkCommitted(ended?.command)
      return results
    },
    { readOnly },
  )
}
