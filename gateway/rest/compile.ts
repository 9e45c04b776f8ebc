import type { Page } from './range.ts'
import type { Plan, ReadNode } from './plan.ts'
import { callStatement } from './sql-call.ts'
import { explainStatement, readStatement, type Wanted } from './sql-read.ts'
import { quoteQualified, StatementParts } from './sql-text.ts'
import { writeStatement } from './sql-write.ts'

export type Compiled = {
  readonly main: { readonly text: string; readonly values: string[] }
  /** The planner's guess of the total, when asked for. */
  readonly explain: { readonly text: string; readonly values: string[] } | null
}

function compiled(write: (parts: StatementParts) => string): { text: string; values: string[] } {
  const parts = new StatementParts()
  return { text: write(parts), values: parts.values }
}

function wantedTotal(count: 'exact' | 'planned' | 'estimated' | null): Wanted['total'] {
  if (count === 'exact') return 'exact'
  return count === 'estimated' ? 'bounded' : null
}

/** SQL text and parameters of a plan. Pure: the same plan gives the same text, and values never enter it. */
export function compile(plan: Plan, page: Page, answer: { body: boolean; nullsStripped: boolean }): Compiled {
  if (plan.kind === 'read') {
    const root: ReadNode = { ...plan.root, limit: page.limit, offset: page.offset }
    const source = quoteQualified(root.relation)
    const wanted = { ...answer, total: wantedTotal(plan.count) }
    const guesses = plan.count === 'planned' || plan.count === 'estimated'
    return {
      main: compiled((parts) => readStatement(root, source, wanted, parts)),
      explain: guesses ? compiled((parts) => explainStatement(root, source, parts)) : null,
    }
  }
  if (plan.kind === 'call') {
    const root = plan.root && { ...plan.root, limit: page.limit, offset: page.offset }
    const wanted = { ...answer, total: wantedTotal(plan.count) }
    return { main: compiled((parts) => callStatement({ ...plan, root }, page, wanted, parts)), explain: null }
  }
  return { main: compiled((parts) => writeStatement(plan, { ...answer, total: 'exact' }, parts)), explain: null }
}
