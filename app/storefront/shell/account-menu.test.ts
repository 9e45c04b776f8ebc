import { expect, test } from 'vitest'
import { avatarLetter } from './account-menu.tsx'

test.each([
  ['meera@looks.example', 'M'],
  ['  ravi@looks.example', 'R'],
  ['', 'U'],
  [' ', 'U'],
])('the avatar of %j shows %s', (email, letter) => {
  expect(avatarLetter(email)).toBe(letter)
})
