import { beforeEach, expect, test, vi } from 'vitest'
import { addressValues, inFormOrder } from '../../ui/address-values.ts'
import { readDraft, writeDraft } from './draft.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const draft = { userId: 'u1', values: addressValues({ city: 'Pune', gstin: null }), savedId: null, payment: 'cod', coupon: null }

test('typed data survives a reload', () => {
  writeDraft(draft)
  expect(readDraft('u1')).toEqual(draft)
})

test("one buyer's draft is not shown to another", () => {
  writeDraft(draft)
  expect(readDraft('u2')).toBeNull()
})

test('faults are listed from the top of the form to its end', () => {
  expect(Object.keys(inFormOrder({ gstin: 'c', address: 'b', pincode: 'a' }))).toEqual(['pincode', 'address', 'gstin'])
})
