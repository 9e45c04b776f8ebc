import { expect, test } from 'vitest'
import { signInMessage, weaknesses } from './sign-in.ts'

test('the provider’s words on wrong credentials are rewritten, all others are given', () => {
  expect(signInMessage('Invalid login credentials')).toBe('Invalid email or password')
  expect(signInMessage('AuthApiError: Invalid login credentials')).toBe('Invalid email or password')
  expect(signInMessage('Email not confirmed')).toBe('Email not confirmed')
  expect(signInMessage('User is banned', 'user_banned')).toBe('User is banned. This account was blocked by the shop. If this is a mistake, please write to us.')
})

test('several reasons of a weak password are all told, in the provider’s order; one is in its message already', () => {
  expect(weaknesses(['length'])).toEqual([])
  expect(weaknesses(['pwned', 'characters', 'something new'])).toEqual([
    'This password has been seen in a leak. Please choose another one.',
    'Mix letters and figures in your password.',
  ])
  expect(weaknesses(undefined)).toEqual([])
})
