import type { Page } from '../parse/range.ts'
import type { Plan, ReadNode } from '../plan/plan.ts'
import { callStatement } from './sql-call.ts'
import { explainStatement, readStatement, type ResultShape } from './sql-read.ts'
import { quoteQualified, StatementParts } from './sql-text.ts'
import { writeStatement } from './sql-write.ts'

export type Compiled = {
  readonly main: { readonly text: string; readonly values: string[] }
  /** The planner's estimate of the total, if requested. */
  readonly explain: { readonly text: string; readonly values: string[] } | null
}

function compiled(largestAnswer: number, write: (parts: StatementParts) => string): { text: string; values: string[] } {
  const parts = new StatementParts(largestAnswer)
  return { text: write(parts), values: parts.values }
}

function wantedTotal(count: 'exact' | 'planned' | 'estimated' | null): ResultShape['total'] {
  if (count === 'exact') return 'exact'
  return count === 'estimated' ? 'bounded' : null
}

/** `largest`: the maximum size in bytes of any part of the response. */
type Answer = { body: boolean; nullsStripped: boolean; largest: number }

/** The SQL text and parameters of a plan. Pure: the same plan gives the same text, and values are always parameters. */
export function compile(plan: Plan, page: Page, answer: Answer): Compiled {
  const { largest, ...shape } = answer
  if (plan.kind === 'read') {
    const root: ReadNode = { ...plan.root, limit: page.limit, offset: page.offset }
    const source = quoteQualified(root.relation)
    const wanted = { ...shape, total: wantedTotal(plan.count) }
    const needsEstimate = plan.count === 'planned' || plan.count === 'estimated'
    return {
      main: compiled(largest, (parts) => readStatement(root, source, wanted, parts)),
      explain: needsEstimate ? compiled(largest, (parts) => explainStatement(root, source, parts)) : null,
    }
  }
  if (plan.kind === 'call') {
    const root = plan.root && { ...plan.root, limit: page.limit, offset: page.offset }
    const wanted = { ...shape, total: wantedTotal(plan.count) }
    return { main: compiled(largest, (parts) => callStatement({ ...plan, root }, page, wanted, parts)), explain: null }
  }
  return { main: compiled(largest, (parts) => writeStatement(plan, { ...shape, total: 'exact' }, parts)), explain: null }
}
