import { beforeEach, expect, test, vi } from 'vitest'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { addressValues, inFormOrder } from '../../ui/form/address-values.ts'
import { readDraft, writeDraft } from './draft.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const draft = {
  userId: 'u1',
  values: addressValues({ city: 'Pune', gstin: null }),
  savedId: null,
  save: true,
  payment: 'cod',
  storeCredit: true,
  choices: { ...NO_CHOICES, couponCode: 'DIWALI' },
  done: { address: true, invoice: false, payment: true },
}

test('typed data survives a reload', () => {
  writeDraft(draft)
  expect(readDraft('u1')).toEqual(draft)
})

test("one buyer's draft is not shown to another", () => {
  writeDraft(draft)
  expect(readDraft('u2')).toBeNull()
})

test('errors are listed from the top of the form to its end', () => {
  expect(Object.keys(inFormOrder({ gstin: 'c', address: 'b', pincode: 'a' }))).toEqual(['pincode', 'address', 'gstin'])
})
