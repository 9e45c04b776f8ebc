import { expect, test } from 'vitest'
import { registrationError } from './check-registration.ts'

const good = { fullName: 'Meera Nair', email: 'meera@salon.example', password: 'gulab-ittar', confirmPassword: 'gulab-ittar' }

test('a complete registration passes', () => {
  expect(registrationError(good)).toBeNull()
})

test.each(['fullName', 'email', 'password', 'confirmPassword'] as const)('an empty %s asks for all fields', (name) => {
  expect(registrationError({ ...good, [name]: '  ' })).toEqual({ message: 'Please fill in all fields', fields: [name] })
})

test('different passwords are reported before a short one', () => {
  expect(registrationError({ ...good, password: 'short', confirmPassword: 'other' })?.message).toBe('Passwords do not match')
})

test('seven characters are too few, eight are enough', () => {
  expect(registrationError({ ...good, password: '1234567', confirmPassword: '1234567' })?.message).toBe('Password must be at least 8 characters long')
  expect(registrationError({ ...good, password: '12345678', confirmPassword: '12345678' })).toBeNull()
})
