import { expect, test } from 'vitest'
import { signInMessage, weaknesses } from './sign-in.ts'

test('the provider’s message about wrong credentials is replaced, all others are shown', () => {
  expect(signInMessage('Invalid login credentials')).toBe('Invalid email or password')
  expect(signInMessage('AuthApiError: Invalid login credentials')).toBe('Invalid email or password')
  expect(signInMessage('Email not confirmed')).toBe('Email not confirmed')
  expect(signInMessage('User is banned', 'user_banned')).toBe('User is banned. This account is blocked. If this is a mistake, please contact us.')
})

test('several reasons of a weak password are all shown, in the provider’s order; one is in its message already', () => {
  expect(weaknesses(['length'])).toEqual([])
  expect(weaknesses(['pwned', 'characters', 'something new'])).toEqual([
    'This password has appeared in a data leak. Please choose another one.',
    'Use both letters and numbers in your password.',
  ])
  expect(weaknesses(undefined)).toEqual([])
})
