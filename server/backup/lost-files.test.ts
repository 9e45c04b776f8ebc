import { expect, test } from 'vitest'
import { createLostFiles } from './lost-files.ts'

test('nothing lost says nothing', () => {
  expect(createLostFiles().lines('files are gone:')).toEqual([])
})

test('the first twenty are named, and the rest is counted', () => {
  const lost = createLostFiles()
  for (let n = 1; n <= 1023; n += 1) lost.add(`pictures/${n}.webp`)
  const lines = lost.lines('files are gone:')
  expect(lines[0]).toBe('1,023 files are gone:')
  expect(lines[1]).toBe('  pictures/1.webp')
  expect(lines.at(-1)).toBe('  and 1,003 more')
  expect(lines).toHaveLength(22)
})
