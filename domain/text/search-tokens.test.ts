import { expect, test } from 'vitest'
import { searchTokens } from './search-tokens.ts'

test('words are cut at spaces and punctuation, whatever the script', () => {
  expect(searchTokens("  L'Oréal Crème-brûlée, 30ml! ")).toEqual(['L', 'Oréal', 'Crème', 'brûlée', '30ml'])
  expect(searchTokens('शैम्पू और तेल')).toEqual(['शैम्पू', 'और', 'तेल'])
})

test('a Hindi word stays whole with its vowel signs and joiners', () => {
  expect(searchTokens('क्\u200dषमा')).toEqual(['क्षमा'])
  expect(searchTokens('क\u093C')).toEqual(searchTokens('\u0958'))
})

test('signs of a query language are no words', () => {
  expect(searchTokens(`:* & | ! ' " % \\ ( ) <->`)).toEqual([])
  expect(searchTokens('')).toEqual([])
  expect(searchTokens("rose':* & !lip%")).toEqual(['rose', 'lip'])
})

test('a word is looked for once, and only the first six are', () => {
  expect(searchTokens('a b a c d e f g h')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
