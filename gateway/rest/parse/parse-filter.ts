import {
  COMPARE_OPERATORS,
  SEARCH_FUNCTIONS,
  type CompareOperator,
  type Condition,
  type FilterNode,
  type Group,
  type Operation,
  type SearchOperator,
  type IsValue,
} from './ast.ts'
import { readField } from './parse-field.ts'
import { checkDepth, readQuoted, Reader } from './reader.ts'

const MAX_DEPTH = 32
const WORD = /[a-z]+/y
const LANGUAGE = /\([\p{L}\p{N}_]+\)/uy
const QUANTIFIER = /\((?:any|all)\)/y
const GROUP = /(?:not\.)?(?:and|or)(?=\()/y
const TRUTH = /(?:not_null|null|true|false|unknown)(?![\p{L}\p{N}_])/iuy
const LIST_ITEM = /[^,)]*/uy
const ARRAY = /\{[^{}]*\}/uy
const BARE_VALUE = /[^,)]*/uy
const OPERATORS = 'an operator (eq, gt, in, is, like, fts, …)'

/** Reads one value: the rest of the text, or inside a logic tree up to the next `,` or `)`. */
type ReadValue = (reader: Reader) => string

const readRest: ReadValue = (reader) => reader.rest()

function atEndOfValue(reader: Reader): boolean {
  return reader.done || reader.startsWith(',') || reader.startsWith(')')
}

const readTreeValue: ReadValue = (reader) => {
  const start = reader.at
  if (reader.startsWith('"')) {
    const quoted = readQuoted(reader)
    if (quoted !== null && atEndOfValue(reader)) return quoted
    reader.at = start
  }
  const array = reader.match(ARRAY)
  if (array !== null && atEndOfValue(reader)) return array
  reader.at = start
  return reader.match(BARE_VALUE) ?? ''
}

function readList(reader: Reader): string[] {
  reader.expect('(')
  const values: string[] = []
  if (reader.take(')')) return values
  do {
    const start = reader.at
    let value = reader.startsWith('"') ? readQuoted(reader) : null
    if (value === null || !atEndOfValue(reader)) {
      reader.at = start
      value = reader.match(LIST_ITEM) ?? ''
    }
    values.push(value)
  } while (reader.take(','))
  reader.expect(')')
  return values
}

function isKey<T extends object>(table: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(table, key)
}

function readCompare(reader: Reader, operator: CompareOperator, readValue: ReadValue): Operation {
  let quantifier: 'any' | 'all' | null = null
  if (COMPARE_OPERATORS[operator].quantified) {
    const found = reader.match(QUANTIFIER)
    if (found !== null) quantifier = found === '(any)' ? 'any' : 'all'
  }
  reader.expect('.')
  return { kind: 'compare', operator, quantifier, value: readValue(reader) }
}

function readSearch(reader: Reader, operator: SearchOperator, readValue: ReadValue): Operation {
  const language = reader.match(LANGUAGE)?.slice(1, -1) ?? null
  reader.expect('.')
  return { kind: 'search', operator, language, value: readValue(reader) }
}

function readOperation(reader: Reader, readValue: ReadValue): { negated: boolean; operation: Operation } {
  const negated = reader.take('not.')
  const start = reader.at
  const word = reader.match(WORD) ?? reader.fail(OPERATORS)
  if (isKey(COMPARE_OPERATORS, word)) return { negated, operation: readCompare(reader, word, readValue) }
  if (isKey(SEARCH_FUNCTIONS, word)) return { negated, operation: readSearch(reader, word, readValue) }
  if (word === 'in') {
    reader.expect('.')
    return { negated, operation: { kind: 'in', values: readList(reader) } }
  }
  if (word === 'is') {
    reader.expect('.')
    const value = reader.match(TRUTH) ?? reader.fail('null, not_null, true, false or unknown')
    return { negated, operation: { kind: 'is', value: value.toLowerCase() as IsValue } }
  }
  reader.at = start
  return reader.fail(OPERATORS)
}

/** The value of `field=…`: `not.eq.5`, `in.(1,2)`, `fts(english).cat` */
export function parseOperation(text: string): { negated: boolean; operation: Operation } {
  const reader = new Reader(text, 'filter')
  const found = readOperation(reader, readRest)
  reader.expectEnd()
  return found
}

function readNode(reader: Reader, depth: number): FilterNode {
  const group = reader.match(GROUP)
  if (group !== null) {
    const negated = group.startsWith('not.')
    return readGroup(reader, group.endsWith('and') ? 'and' : 'or', negated, depth)
  }
  const field = readField(reader)
  reader.expect('.')
  const condition: Condition = { kind: 'condition', field, ...readOperation(reader, readTreeValue) }
  return condition
}

function readGroup(reader: Reader, operator: 'and' | 'or', negated: boolean, depth: number): Group {
  checkDepth(reader, depth, MAX_DEPTH)
  reader.expect('(')
  const children: FilterNode[] = []
  do {
    reader.match(/ */y)
    children.push(readNode(reader, depth + 1))
  } while (reader.take(','))
  reader.expect(')')
  return { kind: 'group', operator, negated, children }
}

/** The value of `and=`, `or=`: `(a.eq.1,not.or(b.is.null,c.in.(1,2)))` */
export function parseGroup(text: string, operator: 'and' | 'or', negated: boolean): Group {
  const reader = new Reader(text, 'logic tree')
  const group = readGroup(reader, operator, negated, 0)
  reader.expectEnd()
  return group
}
