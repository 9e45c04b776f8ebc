/** Transactions under the role and the claims of the caller. They fail closed: if switching to the role fails, no statement runs. */
import type pg from 'pg'
import { runBatch, type BatchOptions, type BatchResult, type BatchStatement } from '#postgres/batch.ts'
import type { Query, Statement } from '#postgres/statement.ts'
import { inTransaction, runStatements } from '#postgres/transaction.ts'
import { settingsStatement, type RequestSettings } from './request-settings.ts'
import type { Session } from './session.ts'

type CallerOptions = { readOnly?: boolean; settings?: RequestSettings }

/** Independent statements in one round trip, with typed rows. `rollback` undoes their changes. */
export function runAs(
  pool: pg.Pool,
  session: Session,
  { settings = {}, ...options }: CallerOptions & { rollback?: boolean },
  statements: readonly Statement[],
): Promise<pg.QueryResult[]> {
  return runStatements(pool, { ...options, opening: [settingsStatement(session, settings)] }, statements)
}

/** The same with a single Sync and rows as text, which costs the least. */
export function batchAs(
  pool: pg.Pool,
  session: Session,
  { settings = {}, ...options }: CallerOptions & Omit<BatchOptions, 'opening'>,
  statements: readonly BatchStatement[],
): Promise<BatchResult[]> {
  return runBatch(pool, { ...options, opening: [settingsStatement(session, settings)] }, statements)
}

/** Statements that depend on each other. */
export function transactAs<T>(pool: pg.Pool, session: Session, { settings = {}, ...options }: CallerOptions, work: (query: Query) => Promise<T>): Promise<T> {
  return inTransaction(pool, { ...options, opening: [settingsStatement(session, settings)] }, work)
}
