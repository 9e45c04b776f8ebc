import { beforeEach, expect, test, vi } from 'vitest'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { addressValues, inFormOrder } from '../../ui/form/address-values.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { followAddress, readDraft, withAddress, writeDraft } from './draft.ts'

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

test('another address leaves the invoice as it is, unless it is a saved one with a company or GSTIN of its own', () => {
  const invoice = { company_name: 'Looks Salon', gstin: '27ABCDE1234F1Z0', gstin_confirmed: '27-29' }
  const before = addressValues({ city: 'Pune', ...invoice })
  expect(withAddress(before, 'a1', addressValues({ city: 'Nagpur' }))).toMatchObject({ city: 'Nagpur', ...invoice })
  const own = addressValues({ city: 'Surat', company_name: 'Mehta LLP' })
  expect(withAddress(before, 'a1', own)).toEqual(own)
  // A new address begins with what the profile knows, which the buyer may have changed for this order.
  expect(withAddress(before, null, addressValues({ gstin: '24AAMFM7350Q1ZM' }))).toMatchObject(invoice)
})

test('errors are listed from the top of the form to its end', () => {
  expect(Object.keys(inFormOrder({ gstin: 'c', address: 'b', pincode: 'a' }))).toEqual(['pincode', 'address', 'gstin'])
})

test('a saved address that was corrected takes the place of the one that was chosen, open, with the invoice as it was', () => {
  const saved = { ...addressValues({ city: 'Pune', address: '12 Hill Road', email: 'a@looks.example' }), id: 'a1', is_default: true } as unknown as SavedAddress
  const chosen = {
    ...draft,
    savedId: 'a1',
    values: addressValues({ city: 'Pune', address: '12 Hill Road', email: 'a@looks.example', gstin: '27ABCDE1234F1Z0' }),
  }
  expect(followAddress(chosen, [saved], 'a@looks.example')).toBe(chosen)
  const corrected = followAddress(chosen, [{ ...saved, address: '21 Hill Road' }], 'a@looks.example')
  expect(corrected.values).toEqual({ ...chosen.values, address: '21 Hill Road' })
  expect(corrected.done).toEqual({ ...draft.done, address: false })
  expect(followAddress({ ...chosen, savedId: null }, [{ ...saved, address: '21 Hill Road' }], 'a@looks.example').values.address).toBe('12 Hill Road')
})
