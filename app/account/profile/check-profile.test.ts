import { expect, test } from 'vitest'
import { checkProfile } from './check-profile.ts'

const texts = { full_name: ' Meera Nair ', company_name: '', phone: '+91 98450 11234', gstin: '' }

test('empty optional fields are stored as null, a number as ten digits', () => {
  expect(checkProfile(texts)).toEqual({ ok: true, changes: { full_name: 'Meera Nair', company_name: null, phone: '9845011234', gstin: null } })
})

test('a mistyped GSTIN is refused with its reason', () => {
  expect(checkProfile({ ...texts, gstin: '29ABCDE1234F1ZX' })).toMatchObject({
    ok: false,
    fields: { gstin: expect.stringContaining('check the GSTIN') as string },
  })
})

test('a name is required', () => {
  expect(checkProfile({ ...texts, full_name: ' ' })).toEqual({ ok: false, fields: { full_name: 'Enter your full name' } })
})
