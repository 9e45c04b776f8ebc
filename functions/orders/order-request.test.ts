import { describe, expect, test } from 'vitest'
import { canonicalJson, checkOrderRequest } from './order-request.ts'

const shipping = {
  full_name: 'Meera Nair',
  address: '48, 12th Main, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '+91 98450 11234',
}
const body = { idempotency_key: 'a3c1f0de-0001', shipping, payment_method: 'cod', expected_total: 1921.42 }

function accepted(changes: Record<string, unknown>) {
  const checked = checkOrderRequest({ ...body, ...changes })
  if (!checked.ok) throw new Error(JSON.stringify(checked.fields))
  return checked.request
}
function refusedFields(changes: Record<string, unknown>) {
  const checked = checkOrderRequest({ ...body, ...changes })
  return checked.ok ? [] : Object.keys(checked.fields).sort()
}

describe('the body of place-order', () => {
  test('rupees become paise without passing through a fraction', () => {
    expect(accepted({}).expectedTotal).toBe(192_142)
    expect(accepted({ expected_total: 1.005 }).expectedTotal).toBe(101)
    expect(accepted({ expected_total: undefined }).expectedTotal).toBeNull()
  })

  test('all invalid fields are reported at once', () => {
    expect(
      refusedFields({ idempotency_key: 'x', payment_method: 'barter', expected_total: '12', shipping: { ...shipping, pincode: '012345', phone: '1' } }),
    ).toEqual(['expected_total', 'idempotency_key', 'payment_method', 'phone', 'pincode'])
  })

  test('a missing address is reported', () => {
    expect(refusedFields({ shipping: undefined })).toEqual(['shipping'])
    expect(refusedFields({ shipping: [] })).not.toEqual([])
  })

  test('an invalid amount is refused', () => {
    for (const expected_total of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e12, '10', {}])
      expect(refusedFields({ expected_total })).toEqual(['expected_total'])
  })

  test('a blank coupon is no coupon', () => {
    expect(accepted({ coupon_code: '  ' }).choices.couponCode).toBeNull()
    expect(accepted({ coupon_code: ' DIWALI ' }).choices.couponCode).toBe('DIWALI')
  })

  test('expected prices are kept by product, and a malformed list is refused', () => {
    expect(accepted({ expected_lines: [{ product_id: 'p', unit_price: 131.12 }] }).expectedPrices.get('p')).toBe(13_112)
    expect(refusedFields({ expected_lines: [{ product_id: 'p' }] })).toEqual(['expected_lines'])
    expect(refusedFields({ expected_lines: [null] })).toEqual(['expected_lines'])
  })
})

describe('the hash of a body', () => {
  test('does not depend on the order of fields, nor on the key', () => {
    const turned = Object.fromEntries(Object.entries({ ...body, idempotency_key: 'another-key' }).reverse())
    const checked = checkOrderRequest(turned)
    expect(checked.ok && checked.request.bodyHash).toBe(accepted({}).bodyHash)
  })

  test('changes with everything that the customer decides', () => {
    const hashes = [{}, { payment_method: 'upi' }, { expected_total: 1921.43 }, { shipping: { ...shipping, city: 'Mysuru' } }].map(
      (change) => accepted(change).bodyHash,
    )
    expect(new Set(hashes).size).toBe(4)
  })

  test('keeps nested structure apart', () => {
    expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"d":null}]}')
    expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }))
  })
})
