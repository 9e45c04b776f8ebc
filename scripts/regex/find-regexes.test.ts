import { expect, test } from 'vitest'
import { findRegexes } from './find-regexes.ts'

const found = (source: string) => findRegexes('a.ts', source).map(({ source, flags }) => [source, flags])

test('finds literals with their flags, and expressions made of constants', () => {
  expect(found(String.raw`const a = text.replace(/\/+$/gi, '')`)).toEqual([[String.raw`\/+$`, 'gi']])
  expect(found("const NAME = 'a|b'\nconst r = new RegExp(`^(?:${NAME})+$`, 'u')")).toEqual([['^(?:a|b)+$', 'u']])
  expect(found("const N = String.raw`\\d+`\nconst r = RegExp(String.raw`^${N}\\s` + '$')")).toEqual([[String.raw`^\d+\s$`, '']])
})

test('an expression that is built at run time is found without a text', () => {
  for (const source of ['const r = (name) => new RegExp(name)', "let a = 'x'\nconst r = new RegExp(a)", 'const r = new RegExp(`^${options.kind}`)']) {
    expect(found(source), source).toEqual([[null, '']])
  }
})

test('a copy of an expression is analysed at the original', () => {
  expect(found('const TOKEN = /a+/g\nconst copy = new RegExp(TOKEN)')).toEqual([['a+', 'g']])
})
