import { expect, it } from 'vitest'
import { toggled } from './selection.ts'

const keys = ['a', 'b', 'c', 'd', 'e']
const after = (chosen: string[], key: string, anchor: string | null) => [...toggled(new Set(chosen), keys, key, anchor)].toSorted()

it('one is chosen and given back', () => {
  expect(after([], 'b', null)).toEqual(['b'])
  expect(after(['b', 'c'], 'b', null)).toEqual(['c'])
})
it('Shift chooses all in between, upwards and downwards', () => {
  expect(after(['b'], 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(after(['d'], 'b', 'd')).toEqual(['b', 'c', 'd'])
})
it('and deselects all in between', () => expect(after(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a']))
it('a start row that is gone counts as none', () => expect(after([], 'd', 'zz')).toEqual(['d']))
