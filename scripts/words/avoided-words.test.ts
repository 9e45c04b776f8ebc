import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAvoided, readVocabulary } from './avoided-words.ts'

const glossary = `# Glossary

| Avoid | Use | Allowed |
|---|---|---|
| \`tier\` | of another table | |

## Words we avoid

| Avoid | Use | Allowed |
|---|---|---|
| \`mail room(s)\`, \`anew\` | mail queue, again | |
| \`stretch\` | period | \`items-stretch\` |
| \`find_out\` | reconcile | |
| \`press.ts\` | worker | |
`
const vocabulary = readVocabulary(glossary)
const wordsIn = (text: string) => findAvoided(text, vocabulary).map(({ line, word }) => `${line} ${word}`)

describe('avoided words', () => {
  it.each([
    ['in a comment', '// the Mail Room sends it', ['1 mail room(s)']],
    ['in the plural', '-- two mail rooms', ['1 mail room(s)']],
    ['in camelCase', 'const mailRoom = openMailRoom()', ['1 mail room(s)', '1 mail room(s)']],
    ['in snake_case and kebab-case', "select mail_room('mail-room')", ['1 mail room(s)', '1 mail room(s)']],
    ['over two lines of a comment', '/**\n * The mail\n * room sends it anew.\n */', ['2 mail room(s)', '3 anew']],
    ['over two lines of SQL', '-- the mail\n-- room', ['1 mail room(s)']],
    ['in an identifier alone', 'findOut(order) // customers find out by mail', ['1 find_out']],
    ['in the name of a file', "import { print } from '../press.ts'", ['1 press.ts']],
    ['beside an allowed use', '<p className="items-stretch">{stretch}</p>', ['1 stretch']],
  ])('are found %s', (_case, text, expected) => {
    expect(wordsIn(text)).toEqual(expected)
  })

  it.each([
    ['longer words', 'const renewed = mailRoomy, stretched'],
    ['an allowed use', 'items-stretch'],
    ['a word of another table of the glossary', 'tier'],
    ['words of two sentences on two lines', "mail\n'other'\nroom"],
  ])('are not found in %s', (_case, text) => {
    expect(wordsIn(text)).toEqual([])
  })

  it('carry what to write instead', () => {
    expect(findAvoided('\nanew', vocabulary)).toEqual([{ line: 2, word: 'anew', instead: 'mail queue, again' }])
  })

  it('are read from the glossary of the repository', () => {
    const real = readVocabulary(readFileSync(path.resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8'))
    expect(findAvoided('whoever settles orphanPayments', real).map(({ word }) => word)).toEqual(['orphan payment(s)', 'whoever'])
    expect(real.avoided.every(({ instead }) => instead !== '')).toBe(true)
  })
})
