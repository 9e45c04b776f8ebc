import type pg from 'pg'
import type { BatchResult, BatchStatement } from '#postgres/batch.ts'
import { dropPlans } from '#postgres/prepared-plans.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { batchAs } from '../core/as-caller.ts'
import type { RequestSettings } from '../core/request-settings.ts'
import { ApiError } from '../core/errors.ts'
import type { Session } from '../core/session.ts'
import type { Compiled } from './compile.ts'
import { EXACT_UP_TO } from './sql-read.ts'
import type { StatementNames } from './statement-names.ts'

/** What a statement gave: the body as JSON text (null: none), how many rows it holds, and the total where known. */
export type Outcome = { readonly body: string | null; readonly rows: number; readonly total: number | null }

export type Execution = {
  readonly readOnly: boolean
  readonly settings: RequestSettings
  /** False for statements whose only answer is how many rows they changed. */
  readonly answersBody: boolean
  /** Refuses before anything is kept. */
  readonly check: ((outcome: Outcome) => void) | null
}

const STALE_PLAN = '0A000'

function guessOf({ rows }: BatchResult): number {
  const [explained] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[]
  return explained?.Plan?.['Plan Rows'] ?? 0
}

function outcomeOf(results: BatchResult[], answersBody: boolean): Outcome {
  const [main, explain] = results
  if (!answersBody) {
    const rows = main?.rowCount ?? 0
    return { body: null, rows, total: rows }
  }
  const [body = null, rows, counted = null] = main?.rows[0] ?? []
  const exact = counted === null ? null : Number(counted)
  if (!explain) return { body, rows: Number(rows ?? 0), total: exact }
  // estimated counts up to a bound and asks the planner beyond it; planned never counts
  const total = exact !== null && exact <= EXACT_UP_TO ? exact : Math.max(guessOf(explain), exact ?? 0)
  return { body, rows: Number(rows ?? 0), total }
}

/** Runs a compiled plan as the caller, in one transaction. A plan made stale by DDL is dropped and tried once more. */
export async function execute(
  pool: pg.Pool,
  names: StatementNames,
  session: Session,
  { main, explain }: Compiled,
  { readOnly, settings, answersBody, check }: Execution,
): Promise<Outcome> {
  const statements: BatchStatement[] = [{ ...main, name: names.nameFor(main.text, session.role) }]
  if (explain) statements.push(explain)
  const options = {
    readOnly,
    settings,
    check: check ? (results: BatchResult[]) => check(outcomeOf(results, answersBody)) : undefined,
  }
  try {
    return outcomeOf(await batchAs(pool, session, options, statements), answersBody)
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== STALE_PLAN) throw error
    dropPlans(pool)
    return outcomeOf(await batchAs(pool, session, options, statements), answersBody)
  }
}

/** `Accept: application/vnd.pgrst.object+json` wants exactly one row. */
export function refuseUnlessOne({ rows }: Outcome): void {
  if (rows === 1) return
  throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

export function refuseMoreThan(most: number, { rows, total }: Outcome): void {
  const affected = total ?? rows
  if (affected <= most) return
  throw new ApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${affected} rows`,
  })
}
