import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test('a guard sends the visitor back to the page with its query', () => {
  expect(returnPath({ from: '/checkout?step=review' })).toBe('/checkout?step=review')
})

test('without a guard the dashboard follows a sign-in', () => {
  expect(returnPath(null)).toBe('/dashboard')
  expect(returnPath({ from: 7 })).toBe('/dashboard')
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login', '/register?x'])(
  'a sign-in never leads to %s',
  (from) => {
    expect(returnPath({ from })).toBe('/dashboard')
  },
)

test('a path that only starts like /login is another page', () => {
  expect(returnPath({ from: '/login-help' })).toBe('/login-help')
})
