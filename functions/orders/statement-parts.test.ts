import { expect, test } from 'vitest'
import { joinParts } from './statement-parts.ts'

test('parts keep their own parameters when they are joined', () => {
  const joined = joinParts<{ a: number; b: number }>({
    first: { text: 'insert into x values ($1, $2, $1)', values: ({ a, b }) => [a, b] },
    second: { text: 'delete from y', values: () => [] },
    third: { text: 'update z set v = $2 where k = $1', values: ({ a, b }) => [b, a] },
  })
  expect(joined.text.replace(/\s+/g, ' ')).toBe(
    'with first as ( insert into x values ($1, $2, $1) ), second as ( delete from y ), third as ( update z set v = $4 where k = $3 ) select',
  )
  expect(joined.values({ a: 1, b: 2 })).toEqual([1, 2, 2, 1])
})
