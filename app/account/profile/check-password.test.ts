import { expect, test } from 'vitest'
import { checkPassword, passwordRefusal } from './check-password.ts'

const refused = (code: string, reasons: string[] = [], message = '') => passwordRefusal({ ok: false, code, message, reasons })

test('a valid pair has no error', () => {
  expect(checkPassword({ current: 'the old one', next: 'the new one', again: 'the new one' })).toEqual({})
})

test('empty, short, unequal and unchanged passwords get an error at their field', () => {
  expect(Object.keys(checkPassword({ current: '', next: '', again: '' }))).toEqual(['current', 'next'])
  expect(checkPassword({ current: 'the old one', next: 'seven77', again: 'seven77' })).toEqual({ next: 'Password must be at least 8 characters long' })
  expect(checkPassword({ current: 'the old one', next: 'the new one', again: 'the new on' })).toEqual({ again: 'Passwords do not match' })
  expect(checkPassword({ current: 'the old one', next: 'the old one', again: 'the old one' })).toHaveProperty('next')
})

test('each reason for a weak password has a text', () => {
  expect(refused('weak_password', ['length', 'characters', 'pwned']).fields.next).toMatch(/8 characters.*letters.*data leak/)
  expect(refused('weak_password', ['astrology'], 'Password is weak').fields.next).toBe('Password is weak')
})

test('a wrong current password is an error of its field, a lost connection one of the form', () => {
  expect(refused('current_password_invalid')).toEqual({ fields: { current: 'This is not your password' }, message: null })
  expect(refused('same_password').fields).toHaveProperty('next')
  expect(refused('')).toEqual({ fields: {}, message: expect.stringContaining('not changed') })
})
