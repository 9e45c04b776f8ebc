import type pg from 'pg'
import { Query } from 'pg'
import { checkCommitted, lend } from './lend.ts'
import { batchPlansOf, forgetStalePlans, type BatchPlans } from './prepared-plans.ts'

/** `name` makes it a prepared statement of the connection: the same name must always carry the same text. */
export type BatchStatement = { readonly text: string; readonly values?: readonly string[]; readonly name?: string }

/** Rows as PostgreSQL writes them: text, or null. `rowCount` is the number in the command's tag. */
export type BatchResult = { command: string; rowCount: number; rows: (string | null)[][] }

/** The part of pg's connection that speaks the protocol; pg's own queries use the same calls. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly string[] }): void
  execute(): void
  close(target: { type: 'S'; name: string }): void
  sync(): void
}

type Answer = { resolve(results: BatchResult[]): void; reject(error: unknown): void }

// pg lets only its own Query onto a pipelined connection, because others may need several round trips; this one does not.
const QueryBase = Query as unknown as new (config: { text: string }) => object

/**
 * Several statements with one Sync at the end: the server answers all in one write and skips what follows a failure.
 * Results are known to be text, so nothing is described. A transaction left open by a failure is the caller's to end.
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

  /** pg asks for one; the answer goes through the promise. */
  callback(): void {}

  submit(connection: Connection): null {
    const plans = batchPlansOf(connection)
    this.#plans = plans
    connection.stream.cork()
    try {
      for (const statement of this.#statements) {
        const { text, values = [] } = statement
        // pg prepares statements of its own on the same connection: a prefix keeps the two apart.
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
    // What came before the failure was prepared, what came after was skipped: where the line runs is not told.
    for (const name of this.#parsed) this.#plans?.uncertain.add(name)
    this.#answer.reject(error)
  }
}

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
  /** Ends the transaction without keeping anything. */
  rollback?: boolean
  /** Sees the results before COMMIT, at the price of a second round trip; what it throws rolls back and is thrown on. */
  check?: (results: BatchResult[]) => void
}

/**
 * Runs statements in one transaction of one round trip: BEGIN, the opening, the statements, COMMIT. It fails closed:
 * after a failure the server skips the rest and the transaction is rolled back. Rejects with PostgreSQL's own error of
 * the statement that failed.
 */
export async function runBatch(pool: pg.Pool, options: BatchOptions, statements: readonly BatchStatement[]): Promise<BatchResult[]> {
  const { check, rollback, readOnly } = options
  const before = [readOnly ? BEGIN_READ_ONLY : BEGIN, ...(options.opening ?? [])]
  const end = rollback ? ROLLBACK : COMMIT
  return lend(pool, async (client) => {
    if (forgetStalePlans(pool, client)) await client.query('deallocate all')
    const sent = await send(client, check ? [...before, ...statements] : [...before, ...statements, end])
    const results = sent.slice(before.length, before.length + statements.length)
    let ended = sent.at(-1)
    if (check) {
      check(results)
      ;[ended] = await send(client, [end])
    }
    if (!rollback) checkCommitted(ended?.command)
    return results
  })
}
