import { describe, expect, it } from 'vitest'
import { capsOf, chordOf, isSingle, match } from './chords.ts'

const press = (key: string, more: Partial<Parameters<typeof chordOf>[0]> = {}) =>
  chordOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

describe('a key press', () => {
  it.each([
    [press('j'), 'j'],
    [press('J'), 'j'], // caps lock
    [press('X', { shiftKey: true }), 'Shift+X'],
    [press('k', { metaKey: true }), 'Mod+K'],
    [press('k', { ctrlKey: true }), 'Mod+K'],
    [press('?', { shiftKey: true }), '?'],
    [press('/'), '/'],
    [press('Enter', { ctrlKey: true }), 'Mod+Enter'],
    [press(' '), 'Space'],
  ])('%s is written %s', (got, expected) => {
    expect(got).toBe(expected)
  })
})

describe('two keys one after the other', () => {
  const known = ['g o', 'g p', 'j', 'Mod+K']
  it('wait for the second', () => expect(match(null, 'g', known)).toEqual({ wait: 'g' }))
  it('run together', () => expect(match('g', 'o', known)).toEqual({ run: 'g o' }))
  it('ignore an unknown second key, which counts on its own', () => expect(match('g', 'j', known)).toEqual({ run: 'j' }))
  it('mean nothing where no chord starts with them', () => expect(match(null, 'q', known)).toBeNull())
})

it('single keys are those without Mod', () => {
  expect(['j', 'Shift+X', 'g o', '?'].every(isSingle)).toBe(true)
  expect(isSingle('Mod+K')).toBe(false)
})

it('caps are read as the keyboard shows them', () => {
  expect(capsOf('Mod+K', true)).toEqual([['⌘', 'K']])
  expect(capsOf('Mod+K', false)).toEqual([['Ctrl', 'K']])
  expect(capsOf('g o', false)).toEqual([['G'], ['O']])
})
