import { describe, expect, test } from 'vitest'
import { anchorsOf, citationErrors } from './citation-errors.ts'

const files: Record<string, string> = {
  'docs/rules.md': '# Rules\n\n## Minimum order\n\n## Stock\n\n## Stock\n',
  'docs/decisions/0007-*.md': '',
  'docs/screens/*': '',
  'domain/products/stock.ts': '',
  'README.md': '# Shop\n',
  'supabase/migrations/20261120000100_foundation.sql': '',
}
const repository = { has: (file: string) => file in files, read: (file: string) => files[file] ?? '' }
const errors = (file: string, text: string) => citationErrors(file, text, repository)

describe('a citation', () => {
  test('of a heading, a page, a folder or a decision by its number is followed', () => {
    const text = ['// docs/rules.md#minimum-order.', ' * (docs/rules.md#stock-1, docs/decisions/0007)', 'docs/screens/*', '-- docs/rules.md'].join('\n')
    expect(errors('domain/products/stock.ts', text)).toEqual([])
  })

  test('of a file or heading that is not there is an error, with its line', () => {
    expect(errors('domain/products/stock.ts', '\n// see docs/rule.md')).toEqual(['domain/products/stock.ts:2 leads to docs/rule.md, which does not exist'])
    expect(errors('a.sql', '-- docs/rules.md#maximum')).toEqual(['a.sql:1 leads to docs/rules.md#maximum, which does not exist'])
    expect(errors('a.sql', '-- docs/decisions/0008')).toHaveLength(1)
    expect(errors('a.ts', '// https://example.com/docs/rule.md')).toEqual([])
  })

  test('of a document that a clone does not contain is an error, in comments and in titles of tests', () => {
    for (const words of [
      '(ruling 10)',
      'Rulings 1–5',
      'experience 34',
      'specification, section 9',
      'Specification 7',
      'as the specification says',
      'see wire.md',
      'india.md, Reports',
      'lessons.md',
      'shared/spec',
      'issue 12',
      'audit A1',
      '(…3120)',
      '…3710_import.sql',
    ])
      for (const line of [`// ${words}`, `test('refused (${words})', () => {})`]) expect(errors('a.ts', line), line).toHaveLength(1)
  })

  test('is not found in the words alone', () => {
    const words = ['// the ruling price of experience', 'const specification = { stack: 4 }', "'../shared/catalogue/list.csv'", '// …and 12345']
    expect(errors('a.ts', words.join('\n'))).toEqual([])
  })

  test('of a migration needs its complete name, and an existing file', () => {
    expect(errors('a.sql', '-- as in 20261120000100_foundation.sql')).toEqual([])
    expect(errors('a.sql', '-- as in 20261120000999_gone.sql')).toEqual(['a.sql:1 names the migration 20261120000999_gone.sql, which does not exist'])
  })
})

describe('a link in markdown', () => {
  test('is followed from the folder of its page, and within it', () => {
    expect(errors('docs/decisions/0001-x.md', '[rule](../rules.md#stock), [shop](../../README.md), [web](https://example.com/a)')).toEqual([])
    expect(errors('docs/rules.md', '[above](#minimum-order)')).toEqual([])
  })

  test('without a target is an error', () => {
    expect(errors('docs/decisions/0001-x.md', '[rule](rules.md)')).toEqual([
      'docs/decisions/0001-x.md:1 leads to docs/decisions/rules.md, which does not exist',
    ])
    expect(errors('docs/rules.md', '[below](#below)')).toHaveLength(1)
    expect(errors('docs/rules.md', '`[code](nowhere.md)`')).toEqual([])
  })

  test('or a path in backticks must exist; only decisions may name deleted files', () => {
    expect(errors('docs/rules.md', 'Held by `domain/products/stock.ts`.')).toEqual([])
    expect(errors('docs/rules.md', 'Held by `domain/stocks.ts`.')).toEqual(['docs/rules.md:1 leads to domain/stocks.ts, which does not exist'])
    expect(errors('docs/decisions/0001-x.md', 'in `domain/stocks.ts`')).toEqual([])
  })
})

test('headings have the anchors that GitHub gives them', () => {
  const page = ['# The shop’s rules', '## Back-office `edits`, and more', '```', '# no heading', '```', '## Stock', '### Stock'].join('\n')
  expect([...anchorsOf(page)]).toEqual(['the-shops-rules', 'back-office-edits-and-more', 'stock', 'stock-1'])
})
