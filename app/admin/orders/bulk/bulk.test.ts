import { describe, expect, it, vi } from 'vitest'
import type { OrderStep } from '#domain/orders/order-status.ts'
import type { AdminOrder, StepResult } from '../../../data/admin/orders/orders.ts'
import { fillDown, repeated, runJobs, sortOut } from './bulk.ts'
import type { ShipRow } from './bulk.ts'

vi.mock('../../../data/admin/orders/orders.ts', () => ({ changeOrder: vi.fn() }))

const order = (id: string, status = 'pending') => ({ id, status }) as AdminOrder
const rows = (...pairs: [string, string][]): ShipRow[] => pairs.map(([courier, tracking], place) => ({ id: `r${place}`, courier, tracking }))

describe('a step of many', () => {
  it('gives each its own result: a refusal does not block the others', async () => {
    const answers: Record<string, StepResult> = {
      b: { ok: false, code: 'STALE', by: 'Asha', status: 'shipped' },
      d: { ok: false, code: 'REFUSED', message: 'The series is full' },
      f: { ok: false, code: 'REFUSED', message: 'TypeError: Failed to fetch' },
    }
    const seen: number[] = []
    const done = await runJobs(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ order: order(id), changes: { status: 'processing' } })),
      (count) => seen.push(count),
      async ({ id }) => answers[id] ?? { ok: true },
    )
    expect(done.moved.map(({ id }) => id)).toEqual(['a', 'c', 'e'])
    expect(done.refused.map(({ order: { id }, why }) => [id, why])).toEqual([
      ['b', 'changed by Asha, is now shipped'],
      ['d', 'The series is full'],
      ['f', 'no answer; please try again'],
    ])
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('is not attempted where the rules have no such step', () => {
    const steps: OrderStep[] = [{ from_status: 'processing', to_status: 'shipped', actor: 'admin' }]
    const { fit, misfit } = sortOut([order('a', 'processing'), order('b', 'delivered')], 'shipped', steps)
    expect(fit.map(({ id }) => id)).toEqual(['a'])
    expect(misfit).toEqual([{ order: order('b', 'delivered'), why: 'is delivered, so this step does not apply' }])
  })
})

describe('a pasted column', () => {
  const empty = rows(['DTDC', ''], ['DTDC', ''], ['', 'kept'])
  it('fills downwards from its row and leaves rows of empty lines alone', () => {
    expect(fillDown(empty, 0, 'A1\r\n\r\nA3\nA4\n').map(({ tracking }) => tracking)).toEqual(['A1', '', 'A3'])
    expect(fillDown(empty, 1, 'B').map(({ tracking }) => tracking)).toEqual(['', 'B', 'kept'])
  })
  it('may bring the courier beside the number', () => {
    expect(fillDown(empty, 0, 'Delhivery\tX1\n\tX2')).toEqual(rows(['Delhivery', 'X1'], ['DTDC', 'X2'], ['', 'kept']))
  })
})

it('one number twice under one courier is marked', () => {
  expect([...repeated(rows(['DTDC', 'A'], ['dtdc', ' a '], ['Delhivery', 'A'], ['', '']))]).toEqual(['r0', 'r1'])
})
