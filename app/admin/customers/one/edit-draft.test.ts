import { expect, it } from 'vitest'
import { checkEdit } from './edit-draft.ts'

const texts = { full_name: 'Meera Nair', company_name: '', phone: '', gstin: '' }

it('a company needs no person’s name, a person no company, but one of them is required', () => {
  expect(checkEdit(texts)).toEqual({ ok: true, edit: { full_name: 'Meera Nair', company_name: null, phone: null, gstin: null } })
  expect(checkEdit({ ...texts, full_name: ' ', company_name: ' Looks Salon ' })).toMatchObject({
    ok: true,
    edit: { full_name: null, company_name: 'Looks Salon' },
  })
  expect(checkEdit({ ...texts, full_name: ' ' })).toMatchObject({ ok: false, fields: { full_name: 'Enter a name or a company.' } })
})
it('a mobile number is stored as ten digits, a landline as entered, a short one refused', () => {
  expect(checkEdit({ ...texts, phone: '+91 98200-12345' })).toMatchObject({ ok: true, edit: { phone: '9820012345' } })
  expect(checkEdit({ ...texts, phone: '080 2222 33334' })).toMatchObject({ ok: true })
  expect(checkEdit({ ...texts, phone: '12345' })).toMatchObject({ ok: false, fields: { phone: expect.any(String) as string } })
})
it('a GSTIN is written in capitals without spaces, and a mistyped one is refused', () => {
  expect(checkEdit({ ...texts, gstin: '29abcde 1234f1zw' })).toMatchObject({ ok: true, edit: { gstin: '29ABCDE1234F1ZW' } })
  expect(checkEdit({ ...texts, gstin: '29ABCDE1234F1ZX' })).toMatchObject({ ok: false, fields: { gstin: expect.stringContaining('mistyped') as string } })
})
