import * as say from '#words/returns.ts'
import type { OrderReturn, StepResult } from '../../../data/orders/returns.ts'
import { toast } from '../../../ui/overlay/toast.ts'

export const RETURNS_KEY = 'admin-returns'

/** What a dialog about one return needs: the names of its order's lines by id, and what to do when it is done or out of date. */
export type StepDialogProps = { one: OrderReturn; names: ReadonlyMap<string, string>; onClose: () => void; onDone: () => void }

/** Shows the outcome of a step. @returns the sentence that a form shows instead, if it stays open */
export function settle(result: StepResult, done: string, onDone: () => void): { message: string } | undefined {
  if (!result.ok && !result.stale) return { message: result.message }
  toast(result.ok ? { title: done, tone: 'success' } : { title: say.refused.STALE, description: result.message, tone: 'error' })
  onDone()
  return undefined
}
