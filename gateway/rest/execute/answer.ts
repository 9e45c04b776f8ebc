import type pg from 'pg'
import type { RequestSettings } from '../../core/request-settings.ts'
import type { Session } from '../../core/session.ts'
import type { Compiled } from '../sql/compile.ts'
import { execute, requireAtMost, requireSingleRow, type Outcome } from './execute.ts'
import type { Shape } from '../parse/media-type.ts'
import type { CallPlan, MutationPlan, Plan } from '../plan/plan.ts'
import type { Preferences } from '../parse/preferences.ts'
import { contentRange, rangeStatus, type Page } from '../parse/range.ts'
import { respond } from './respond.ts'
import type { StatementNames } from '../sql/statement-names.ts'

/** A validated request, ready to run: only the database can still refuse it. */
export type Prepared<P extends Plan = Plan> = {
  readonly plan: P
  readonly compiled: Compiled
  readonly page: Page
  readonly preferences: Preferences
  readonly shape: Shape
}

export type Run = {
  readonly pool: pg.Pool
  readonly names: StatementNames
  readonly session: Session
  readonly settings: RequestSettings
  readonly method: string
}

function headersOf({ shape, preferences }: Prepared, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  if (hasBody) headers['content-type'] = shape.contentType
  if (preferences.applied.length > 0) headers['preference-applied'] = preferences.applied.join(', ')
  return headers
}

/** Strips the brackets of a one-row array: cheaper than another SQL shape. */
function bodyOf(outcome: Outcome, single: boolean): string | null {
  return single && outcome.body !== null ? outcome.body.slice(1, -1) : outcome.body
}

/** The check that must run before COMMIT, or null if there is none: then the transaction takes one round trip. */
function checkOf({ shape: { single }, preferences }: Prepared): ((outcome: Outcome) => void) | null {
  const most = preferences.maxAffected
  if (!single && most === null) return null
  return (outcome) => {
    if (most !== null) requireAtMost(most, outcome)
    if (single) requireSingleRow(outcome)
  }
}

function respondRows(prepared: Prepared, outcome: Outcome, single: boolean, method: string): Response {
  if (single) requireSingleRow(outcome)
  const { offset } = prepared.page
  const status = rangeStatus(offset, outcome.rows, outcome.total)
  const headers = headersOf(prepared, true)
  headers['content-range'] = contentRange(offset, outcome.rows, outcome.total)
  return respond(status, method === 'HEAD' ? null : bodyOf(outcome, single), headers)
}

export async function answerRead({ pool, names, session, settings, method }: Run, prepared: Prepared): Promise<Response> {
  const execution = { readOnly: true, settings, returnsBody: true, check: null }
  const outcome = await execute(pool, names, session, prepared.compiled, execution)
  return respondRows(prepared, outcome, prepared.shape.single, method)
}

const CREATED = 201

export async function answerWrite(run: Run, prepared: Prepared<MutationPlan>): Promise<Response> {
  const { plan, preferences, shape } = prepared
  const returnsBody = plan.returning !== null
  const execution = {
    readOnly: false,
    settings: run.settings,
    returnsBody,
    check: checkOf(prepared),
  }
  const outcome = await execute(run.pool, run.names, run.session, prepared.compiled, execution)
  const headers = headersOf(prepared, returnsBody)
  // As in PostgREST, only an update has a row range: inserted or deleted rows have no offset.
  const rows = plan.kind === 'update' ? outcome.rows : 0
  headers['content-range'] = contentRange(0, rows, preferences.count === null ? null : outcome.total)
  const status = plan.kind === 'insert' ? CREATED : returnsBody ? 200 : 204
  return respond(status, returnsBody ? bodyOf(outcome, shape.single) : null, headers)
}

export async function answerCall(run: Run, prepared: Prepared<CallPlan>): Promise<Response> {
  const { plan, preferences, shape } = prepared
  const { result, returnsSet, volatile } = plan.function
  const byUrl = run.method === 'GET' || run.method === 'HEAD'
  const isVoid = result.kind === 'void'
  const execution = {
    readOnly: byUrl || !volatile,
    settings: run.settings,
    returnsBody: !isVoid,
    check: returnsSet ? checkOf(prepared) : null,
  }
  const outcome = await execute(run.pool, run.names, run.session, prepared.compiled, execution)
  if (isVoid || preferences.returns === 'minimal') {
    const headers = headersOf(prepared, false)
    if (!isVoid) headers['content-range'] = contentRange(prepared.page.offset, outcome.rows, outcome.total)
    return respond(204, null, headers)
  }
  if (!returnsSet && result.kind === 'scalar') {
    const headers = { ...headersOf(prepared, true), 'content-range': contentRange(0, 1, outcome.total) }
    return respond(200, run.method === 'HEAD' ? null : outcome.body, headers)
  }
  return respondRows(prepared, outcome, shape.single || !returnsSet, run.method)
}
