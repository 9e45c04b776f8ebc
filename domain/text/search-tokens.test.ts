import { expect, test } from 'vitest'
import { searchTokens } from './search-tokens.ts'

test('words are split at spaces and punctuation, in any script', () => {
  expect(searchTokens("  L'Oréal Crème-brûlée, 30ml! ")).toEqual(['L', 'Oréal', 'Crème', 'brûlée', '30ml'])
  expect(searchTokens('शैम्पू और तेल')).toEqual(['शैम्पू', 'और', 'तेल'])
})

test('a Hindi word stays whole with its vowel signs and joiners', () => {
  expect(searchTokens('क्\u200dषमा')).toEqual(['क्षमा'])
  expect(searchTokens('क\u093C')).toEqual(searchTokens('\u0958'))
})

test('operators of a query language are not words', () => {
  expect(searchTokens(`:* & | ! ' " % \\ ( ) <->`)).toEqual([])
  expect(searchTokens('')).toEqual([])
  expect(searchTokens("rose':* & !lip%")).toEqual(['rose', 'lip'])
})

test('each word is searched once, and only the first six', () => {
  expect(searchTokens('a b a c d e f g h')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
