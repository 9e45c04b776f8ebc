import { expect, test } from 'vitest'
import { initialsOf } from './icons.ts'

test.each([
  ['Kanta Beauty Traders', 'KB'],
  ['meera’s', 'MS'],
  ['  The-Salon  ', 'TS'],
  ['शृंगार भंडार', 'शृंभं'],
  ['7 Sisters', '7S'],
  ['***', '•'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
