import type pg from 'pg'
import type { BatchResult, BatchStatement } from '#postgres/batch.ts'
import { dropPlans } from '#postgres/prepared-plans.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { batchAs } from '../../core/as-caller.ts'
import type { RequestSettings } from '../../core/request-settings.ts'
import { ApiError } from '../../core/errors.ts'
import type { Session } from '../../core/session.ts'
import type { Compiled } from '../sql/compile.ts'
import { EXACT_UP_TO } from '../sql/sql-read.ts'
import type { StatementNames } from '../sql/statement-names.ts'

/** The result of a statement: the body as JSON text (null: none), its number of rows, and the total if known. */
export type Outcome = { readonly body: string | null; readonly rows: number; readonly total: number | null }

export type Execution = {
  readonly readOnly: boolean
  readonly settings: RequestSettings
  /** False for statements whose result is only the number of changed rows. */
  readonly returnsBody: boolean
  /** Runs before COMMIT; what it throws rolls back. */
  readonly check: ((outcome: Outcome) => void) | null
}

const STALE_PLAN = '0A000'

function plannerEstimate({ rows }: BatchResult): number {
  const [explained] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[]
  return explained?.Plan?.['Plan Rows'] ?? 0
}

function outcomeOf(results: BatchResult[], returnsBody: boolean): Outcome {
  const [main, explain] = results
  if (!returnsBody) {
    const rows = main?.rowCount ?? 0
    return { body: null, rows, total: rows }
  }
  const [body = null, rows, counted = null] = main?.rows[0] ?? []
  const exact = counted === null ? null : Number(counted)
  if (!explain) return { body, rows: Number(rows ?? 0), total: exact }
  // `estimated` counts up to a limit and uses the planner's estimate beyond it; `planned` never counts
  const total = exact !== null && exact <= EXACT_UP_TO ? exact : Math.max(plannerEstimate(explain), exact ?? 0)
  return { body, rows: Number(rows ?? 0), total }
}

/** Runs a compiled plan as the caller, in one transaction. A prepared plan made stale by DDL is dropped and retried once. */
export async function execute(
  pool: pg.Pool,
  names: StatementNames,
  session: Session,
  { main, explain }: Compiled,
  { readOnly, settings, returnsBody, check }: Execution,
): Promise<Outcome> {
  const statements: BatchStatement[] = [{ ...main, name: names.nameFor(main.text, session.role) }]
  if (explain) statements.push(explain)
  const options = {
    readOnly,
    settings,
    check: check ? (results: BatchResult[]) => check(outcomeOf(results, returnsBody)) : undefined,
  }
  try {
    return outcomeOf(await batchAs(pool, session, options, statements), returnsBody)
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== STALE_PLAN) throw error
    dropPlans(pool)
    return outcomeOf(await batchAs(pool, session, options, statements), returnsBody)
  }
}

/** `Accept: application/vnd.pgrst.object+json` requires exactly one row. Throws PGRST116. */
export function requireSingleRow({ rows }: Outcome): void {
  if (rows === 1) return
  throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

/** Enforces Prefer: max-affected. Throws PGRST124. */
export function requireAtMost(most: number, { rows, total }: Outcome): void {
  const affected = total ?? rows
  if (affected <= most) return
  throw new ApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${affected} rows`,
  })
}
