import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mobileNumber } from './mobile-number.ts'
import { gstinConfirmation, checkShipping, isEmail } from './shipping.ts'

const typed = {
  full_name: '  Asha   Rao ',
  company_name: '',
  gstin: '',
  address: '12, M.G. Road\nIndiranagar',
  city: 'Bengaluru',
  state: 'karnataka',
  pincode: '560 038',
  email: 'asha@example.com',
  phone: '+91 98450-12345',
}

function errors(change: Record<string, unknown>): Record<string, string> {
  const checked = checkShipping({ ...typed, ...change })
  return checked.ok ? {} : checked.fields
}

describe('checkShipping', () => {
  test('tidies what people type', () => {
    expect(checkShipping(typed)).toEqual({
      ok: true,
      shipping: {
        full_name: 'Asha Rao',
        company_name: null,
        gstin: null,
        address: '12, M.G. Road Indiranagar',
        city: 'Bengaluru',
        state: 'Karnataka',
        stateCode: '29',
        pincode: '560038',
        email: 'asha@example.com',
        phone: '9845012345',
      },
    })
  })

  test('company and GSTIN may be left out, and are kept when given', () => {
    const { company_name: _, gstin: __, ...without } = typed
    expect(checkShipping(without).ok).toBe(true)
    expect(checkShipping({ ...typed, company_name: 'Rao Salon', gstin: '29abcde1234f1zw' })).toMatchObject({
      shipping: { company_name: 'Rao Salon', gstin: '29ABCDE1234F1ZW' },
    })
  })

  test('an empty form returns all errors at once', () => {
    const checked = checkShipping({})
    expect(checked.ok ? [] : Object.keys(checked.fields)).toEqual(['full_name', 'address', 'city', 'state', 'pincode', 'email', 'phone'])
  })

  test.each([
    ['pincode', '012345'],
    ['pincode', '56003'],
    ['pincode', '5600388'],
    ['phone', '5845012345'],
    ['phone', '98450'],
    ['phone', '+1 202 555 0100'],
    ['email', 'asha'],
    ['email', 'asha@localhost'],
    ['email', 'a@b.c\r\nBcc: x@y.z'],
    ['state', 'Texas'],
    ['gstin', '22AAAAA0000A1Z5'],
    ['full_name', 'x'.repeat(101)],
    ['address', 'x'.repeat(301)],
    ['full_name', ' \u0000 '],
    ['city', 42],
    ['gstin', 'x'.repeat(31)],
  ])('%s %j is refused with a sentence for that field alone', (field, value) => {
    const fields = errors({ [field]: value })
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toMatch(/^[A-Z].{10,}/)
  })

  test('a value that is not an object is refused, and nothing ever throws', () => {
    for (const value of [null, undefined, 'x', 5]) expect(checkShipping(value).ok).toBe(false)
    fc.assert(
      fc.property(fc.anything(), (value) => {
        checkShipping(value)
      }),
    )
  })

  test('no control character or line break gets into an order', () => {
    const field = fc.constantFrom('full_name', 'company_name', 'address', 'city', 'email')
    fc.assert(
      fc.property(field, fc.string({ unit: 'binary' }), (name, value) => {
        const checked = checkShipping({ ...typed, [name]: value })
        if (checked.ok) expect(JSON.stringify(checked.shipping)).not.toMatch(/\\[nrtu]/)
      }),
    )
  })
})

test.each([
  ['9845012345', '9845012345'],
  ['09845012345', '9845012345'],
  ['+919845012345', '9845012345'],
  ['91 98450 12345', '9845012345'],
  ['(0)98450.12345', '9845012345'],
  ['9112345678', '9112345678'],
  ['12', '12'],
])('%s is the mobile number %s', (text, expected) => expect(mobileNumber(text)).toBe(expected))

test('email addresses need a name, one @ and a domain with a dot', () => {
  expect(['a@b.in', 'a.b+c@d-e.co.in', 'ä@ö.in'].every(isEmail)).toBe(true)
  expect(['a@b', 'a b@c.in', '@b.in', 'a@b..in', 'a@@b.in', 'a@b.in.', '<a@b.in>', `${'a'.repeat(250)}@b.in`].some(isEmail)).toBe(false)
})

describe('PIN code, GSTIN and State', () => {
  const check = (change: Record<string, unknown>) => checkShipping({ ...typed, ...change })

  test('a PIN code of another State is refused, with its State', () => {
    expect(check({ pincode: '400001' })).toEqual({
      ok: false,
      fields: { pincode: 'PIN code 400001 belongs to Maharashtra. Please correct the PIN code or the State.' },
      codes: { pincode: 'PINCODE_STATE' },
    })
    expect(check({ pincode: '160017' })).toMatchObject({ fields: { pincode: expect.stringContaining('Chandigarh or Punjab or Haryana') as string } })
  })

  test('a PIN code without a known State is accepted', () => {
    for (const pincode of ['900001', '290001', '599999']) expect(check({ pincode }).ok).toBe(true)
  })

  test('a GSTIN of another State is accepted once these two States are confirmed, not by a confirmation of others', () => {
    const gstin = '22AAAAA0000A1ZC'
    const asked = gstinConfirmation({ state: 'Karnataka', gstin })
    expect(asked).toMatchObject({ registered: { name: 'Chhattisgarh' }, delivery: { name: 'Karnataka' }, confirmation: '22-29' })
    expect(check({ gstin })).toEqual({
      ok: false,
      fields: { gstin: 'This GSTIN is registered in Chhattisgarh, the delivery goes to Karnataka. Please confirm that this is right.' },
      codes: { gstin: 'GSTIN_STATE' },
    })
    expect(check({ gstin, gstin_confirmed: '22-29' })).toMatchObject({ ok: true, shipping: { gstin } })
    for (const gstin_confirmed of ['22-27', '29-22', 'yes', true, '']) expect(check({ gstin, gstin_confirmed }).ok).toBe(false)
    expect(check({ gstin, gstin_confirmed: '22-29', state: 'Maharashtra', pincode: '400001' }).ok).toBe(false)
  })

  test('no confirmation is needed while the GSTIN or the State is missing, incomplete or the same', () => {
    for (const [state, gstin] of [
      ['Karnataka', ''],
      ['Karnataka', '22AAAAA0000A1Z'],
      ['Karnataka', '29ABCDE1234F1ZW'],
      ['', '22AAAAA0000A1ZC'],
    ] as const)
      expect(gstinConfirmation({ state, gstin })).toBeNull()
  })

  test('a field that is invalid by itself gets its own error, without a code', () => {
    expect(check({ pincode: '40000', gstin: '22AAAAA0000A1Z5' })).toEqual({ ok: false, fields: { pincode: expect.any(String), gstin: expect.any(String) } })
  })
})
