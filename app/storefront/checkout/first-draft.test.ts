import { expect, test } from 'vitest'
import type { SavedAddress } from '../../data/account/addresses.ts'
import type { LastOrder } from '../../data/orders/last-order.ts'
import { addressValues } from '../../ui/form/address-values.ts'
import { firstDraft } from './first-draft.ts'

const place = {
  full_name: 'Meera Nair',
  company_name: null,
  gstin: null,
  address: '12 Hill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400050',
  phone: '9820012345',
}
const saved = (changes: Partial<SavedAddress>): SavedAddress => ({ id: 'a1', is_default: false, email: null, ...place, ...changes })
const last: LastOrder = { ...place, email: 'meera@looks.example', payment_method: 'cod' }
const known = { addresses: [], last: null, typed: null, empty: addressValues({ full_name: 'Meera Nair' }), email: 'me@looks.example', methods: ['upi', 'cod'] }

test('the default address comes first, then that of the last order, then the newest saved one', () => {
  const [home, shop] = [saved({ id: 'home', is_default: true, address: '7 Tilak Road' }), saved({ id: 'shop', address: '9 MG Road' })]
  expect(firstDraft({ ...known, addresses: [home, shop], last })).toMatchObject({ savedId: 'home', values: { address: '7 Tilak Road' } })
  expect(firstDraft({ ...known, addresses: [shop], last })).toMatchObject({ savedId: null, values: { address: '12 Hill Road' } })
  expect(firstDraft({ ...known, addresses: [shop, saved({ id: 'same' })], last })).toMatchObject({ savedId: 'same' })
  expect(firstDraft({ ...known, addresses: [shop] })).toMatchObject({ savedId: 'shop', done: { address: true, payment: false } })
})

test('the payment method of the last order is chosen as long as it is offered', () => {
  expect(firstDraft({ ...known, last })).toMatchObject({ payment: 'cod', done: { payment: true } })
  expect(firstDraft({ ...known, last: { ...last, payment_method: 'razorpay' } })).toMatchObject({ payment: null, done: { payment: false } })
  expect(firstDraft({ ...known, methods: ['cod'] })).toMatchObject({ payment: 'cod', done: { payment: true } })
})

test('a new buyer finds what was typed before the account was confirmed', () => {
  expect(firstDraft(known)).toMatchObject({ values: { full_name: 'Meera Nair', address: '' }, done: { address: false } })
  expect(firstDraft({ ...known, typed: { address: '12 Hill Road' } })).toMatchObject({ values: { address: '12 Hill Road' }, done: { address: true } })
})

test('the GSTIN of the last order comes along, confirmed for the State to which that order went', () => {
  const other = { ...last, gstin: '24AAMFM7350Q1ZM', company_name: 'Mehta Salon Supplies LLP' }
  const { values } = firstDraft({ ...known, last: other })
  expect(values).toMatchObject({ gstin: other.gstin, company_name: other.company_name })
  expect(values.gstin_confirmed).not.toBe('')
  const goa = saved({ is_default: true, state: 'Goa', pincode: '403001' })
  expect(firstDraft({ ...known, addresses: [goa], last: other }).values).toMatchObject({ gstin: other.gstin, gstin_confirmed: '' })
})

test('the GSTIN of the last order is not put beside the company of another address, nor its company beside another GSTIN', () => {
  const other = { ...last, gstin: '24AAMFM7350Q1ZM', company_name: 'Mehta Salon Supplies LLP' }
  const opened = (address: Partial<SavedAddress>) => firstDraft({ ...known, addresses: [saved({ is_default: true, ...address })], last: other }).values
  expect(opened({ company_name: 'Looks Salon' })).toMatchObject({ gstin: '', company_name: 'Looks Salon' })
  expect(opened({ gstin: '27AAPFU0939F1ZV' })).toMatchObject({ gstin: '27AAPFU0939F1ZV', company_name: '' })
  expect(opened({ company_name: other.company_name })).toMatchObject({ gstin: other.gstin, company_name: other.company_name })
})
