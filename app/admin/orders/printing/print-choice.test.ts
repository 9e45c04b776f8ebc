import { afterEach, expect, test, vi } from 'vitest'
import { readChoice } from './print-choice.ts'

afterEach(() => vi.unstubAllGlobals())
const stored = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text })

test('without a remembered choice the original is printed', () => {
  stored(null)
  expect(readChoice()).toMatchObject({ copies: 'original' })
})

test('the remembered choice is used, and one that is invalid or unreadable is not', () => {
  stored('{"copies":"pair"}')
  expect(readChoice().copies).toBe('pair')
  for (const text of ['{"copies":"ten"}', 'null', '{', '[]']) {
    stored(text)
    expect(readChoice().copies).toBe('original')
  }
  vi.stubGlobal('localStorage', undefined)
  expect(readChoice().copies).toBe('original')
})
