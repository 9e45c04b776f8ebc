import { expect, it } from 'vitest'
import { groupsOf } from './row-groups.ts'

const byFirst = { keyOf: (row: string) => row.slice(0, 1) }

it('rows keep their order and are cut where the key changes, also where a key comes back', () => {
  expect(groupsOf(['a1', 'a2', 'b1', 'a3'], byFirst)).toEqual([
    { key: 'a', rows: ['a1', 'a2'] },
    { key: 'b', rows: ['b1'] },
    { key: 'a', rows: ['a3'] },
  ])
})

it('without groups all rows are in one', () => {
  expect(groupsOf(['a1', 'b1'], undefined)).toEqual([{ key: '', rows: ['a1', 'b1'] }])
  expect(groupsOf([], byFirst)).toEqual([])
})
