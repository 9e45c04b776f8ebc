/** Applies the same step to many orders, each in its own transaction, so that one refusal does not affect the others. */
import { stepsFrom } from '#domain/orders/order-status.ts'
import type { OrderStatus, OrderStep } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import { changeOrder } from '../../../data/admin/orders/orders.ts'
import type { AdminOrder, StepChanges, StepResult } from '../../../data/admin/orders/orders.ts'
import { deliverPaid } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'

/** `paid`: delivered with its cash. */
export type Job = { order: AdminOrder; changes: StepChanges; paid?: boolean }
export type Refused = { order: AdminOrder; why: string }
export type Outcome = { moved: AdminOrder[]; refused: Refused[] }

/** Limits the concurrent requests of one browser, so that other users are not delayed. */
const AT_ONCE = 3

/** `change` moves one order; every order gets a result, whatever happens to the others. */
export async function runJobs(
  jobs: readonly Job[],
  onProgress: (done: number) => void,
  change: (order: AdminOrder, changes: StepChanges) => Promise<StepResult> = changeOrder,
): Promise<Outcome> {
  const results: StepResult[] = []
  let [begun, done] = [0, 0]
  async function work() {
    for (let place = begun++; place < jobs.length; place = begun++) {
      const job = jobs[place]
      if (job) results[place] = await (job.paid === true ? deliverPaid(job.order) : change(job.order, job.changes))
      onProgress((done += 1))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const outcome: Outcome = { moved: [], refused: [] }
  for (const [place, { order }] of jobs.entries()) {
    const result = results[place]
    if (result?.ok) outcome.moved.push(order)
    else outcome.refused.push({ order, why: whyNot(result) })
  }
  return outcome
}

function whyNot(result: Exclude<StepResult, { ok: true }> | undefined): string {
  if (!result) return say.notMoved
  return result.code === 'STALE' ? say.refusedStale(result.by, result.status) : serverMessage(result, say.noAnswer)
}

/** Divides the chosen orders into those that may take the step, and the others with the reason. */
export function sortOut(chosen: readonly AdminOrder[], to: OrderStatus, steps: readonly OrderStep[]): { fit: AdminOrder[]; misfit: Refused[] } {
  const fits = ({ status }: AdminOrder) => stepsFrom(steps, status, 'admin').includes(to)
  return { fit: chosen.filter(fits), misfit: chosen.filter((order) => !fits(order)).map((order) => ({ order, why: say.stays(order.status) })) }
}

export type ShipRow = { id: string; courier: string; tracking: string }

/**
 * Applies a pasted column from a row downwards: one number per line, or courier and number side by side as a spreadsheet copies them. Lines beyond the last row
 * are ignored; empty ones leave their row unchanged.
 */
export function fillDown(rows: readonly ShipRow[], from: number, text: string): ShipRow[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return rows.map((row, place) => {
    const line = lines[place - from]
    if (place < from || line === undefined || line.trim() === '') return row
    const cells = line.split('\t').map((cell) => cell.trim())
    const [courier, tracking] = cells.length > 1 ? cells : [row.courier, cells[0]]
    return { ...row, courier: courier === undefined || courier === '' ? row.courier : courier.slice(0, 80), tracking: (tracking ?? '').slice(0, 80) }
  })
}

/** Tracking numbers that occur more than once for the same courier. */
export function repeated(rows: readonly ShipRow[]): Set<string> {
  const name = ({ courier, tracking }: ShipRow) => `${courier.trim().toLowerCase()} ${tracking.trim().toLowerCase()}`
  const seen = new Map<string, string[]>()
  for (const row of rows) if (row.tracking.trim() !== '') seen.set(name(row), [...(seen.get(name(row)) ?? []), row.id])
  return new Set([...seen.values()].filter((ids) => ids.length > 1).flat())
}
