import { isChangeNote } from '#domain/orders/order-status.ts'
import * as say from '#words/order.tsx'
import type { OrderStep } from '../../data/orders/orders.ts'

export type TimelineEntry = {
  key: string
  status: string
  title: string
  at: string | null
  /** details beyond the title */ notes: string | null
  state: 'done' | 'now' | 'next'
}

const titles: Record<string, string> = {
  pending: say.orderPlaced,
  processing: say.acceptedAndPacked,
  shipped: say.shipped,
  delivered: say.delivered,
  cancelled: say.cancelled,
}
const path = ['pending', 'processing', 'shipped', 'delivered']

/** By time; steps of one transaction have the same time and follow in the order of the statuses. */
function inOrder(history: readonly OrderStep[]): OrderStep[] {
  const rank = ({ status }: OrderStep) => (path.includes(status) ? path.indexOf(status) : path.length)
  return history.toSorted((a, b) => (a.created_at === b.created_at ? rank(a) - rank(b) : a.created_at < b.created_at ? -1 : 1))
}

/** A late payment opens an order again that was cancelled as unpaid (docs/rules.md#order-before-payment); staff change one until it is packed. */
function titleOf({ status, automatic, notes }: { status: string; automatic: boolean; notes: string | null }, before: { status: string } | undefined): string {
  if (!automatic && isChangeNote(notes)) return say.changed
  if (status === 'pending' && before) return before.status === 'cancelled' ? say.openAgain : say.changed
  if (status === 'processing' && before?.status === 'processing') return say.changed
  return titles[status] ?? status
}

/** A parcel or a return that moved without a step of the order: 'Parcel 1 shipped with DTDC, tracking D1', 'Return 1 approved' (docs/rules.md#parcels). */
const isBeside = (step: Pick<OrderStep, 'automatic' | 'notes'>): step is typeof step & { notes: string } =>
  !step.automatic && step.notes !== null && /^(Parcel|Return) \d/.test(step.notes)

/** What happened, with dates, and what is still to come; nothing comes after a cancellation. */
export function timeline(order: { status: string; created_at: string }, history: readonly OrderStep[]): TimelineEntry[] {
  const steps = history.some((step) => step.status === 'pending')
    ? inOrder(history)
    : [{ id: 'placed', status: 'pending', notes: null, automatic: true, created_at: order.created_at }, ...inOrder(history)]
  const done = steps.map((step, place): TimelineEntry => ({
    key: step.id,
    ...(isBeside(step)
      ? { status: 'beside', title: step.notes, notes: null }
      : { status: step.status, title: titleOf(step, steps[place - 1]), notes: step.automatic ? null : step.notes }),
    at: step.created_at,
    state: place === steps.length - 1 ? 'now' : 'done',
  }))
  const reached = path.indexOf(order.status)
  const ahead = reached < 0 ? [] : path.slice(reached + 1)
  return [...done, ...ahead.map((status): TimelineEntry => ({ key: status, status, title: titles[status] ?? status, at: null, notes: null, state: 'next' }))]
}
