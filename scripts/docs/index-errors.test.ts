import { expect, test } from 'vitest'
import { indexErrors } from './index-errors.ts'

const decision = '# 7. Delivery is taxed\n\nDate: 2026-11-20 · Status: accepted\n\nBecause.\n'
const name = 'decisions/0007-delivery.md'
const line = `- [7. Delivery is taxed](${name}): the charge includes GST at the rates of the goods.`
const errors = (index: string, ...docs: [string, string][]) => indexErrors(index, new Map(docs))

test('a decision with title, date, status and a line in the index has no error', () => {
  expect(errors(`# Docs\n\n${line}\n`, [name, decision])).toEqual([])
  expect(errors(line, [name, decision.replace('accepted', 'superseded by 12')])).toEqual([])
})

test('a decision that is missing in the index, or listed without its title or meaning, is an error', () => {
  for (const index of ['', line.replace('taxed', 'free'), line.replace(/: .*/, ': tax'), `see [delivery](${name})`]) {
    expect(errors(index, [name, decision]), index).toEqual([`docs/README.md has no line "- [7. Delivery is taxed](${name}): what it means".`])
  }
})

test('a decision without title, number, date or status is an error', () => {
  for (const text of [
    decision.replace('# 7. ', '# '),
    decision.replace('# 7. ', '# 0007 '),
    decision.replace('# 7.', '# 8.'),
    decision.replace('2026-11-20', '20 November 2026'),
    decision.replace(' · Status: accepted', ''),
    decision.replace('accepted', 'maybe'),
    decision.replace(/Date.*\n\n/, ''),
  ]) {
    expect(errors(line, [name, text]), text).toEqual([expect.stringContaining(`${name} does not begin with "# 7. Title"`)])
  }
  expect(errors('', ['decisions/delivery.md', decision])).toEqual(['decisions/delivery.md is not named NNNN-title.md.'])
})

test('two decisions with one number, and lines without a target, are errors', () => {
  const twin = 'decisions/0007-twin.md'
  const index = `${line}\n${line.replace(name, twin)}\n`
  expect(errors(index, [name, decision], [twin, decision])).toEqual(['There are two decisions 0007.'])
  expect(errors(index, [name, decision])).toEqual([`docs/README.md lists ${twin}, which does not exist.`])
})

test('every other page of docs must be listed too', () => {
  expect(errors('', ['glossary.md', '# Words\n'])).toEqual(['docs/README.md does not list glossary.md.'])
  expect(errors('[Words](glossary.md)', ['glossary.md', '# Words\n'])).toEqual([])
})

test('decisions that are not sorted by number within their section are an error', () => {
  const other = 'decisions/0008-stock.md'
  const second = `- [8. Stock is counted](${other}): by a trigger of the order's lines.`
  const docs: [string, string][] = [
    [name, decision],
    [other, decision.replace('# 7. Delivery is taxed', '# 8. Stock is counted')],
  ]
  expect(errors(`### Goods\n${line}\n${second}`, ...docs)).toEqual([])
  expect(errors(`### Goods\n${second}\n### Money\n${line}`, ...docs)).toEqual([])
  expect(errors(`### Goods\n${second}\n${line}`, ...docs)).toEqual(['docs/README.md lists decision 7 after 8.'])
})
