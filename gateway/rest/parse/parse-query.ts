import { ApiError } from '../../core/errors.ts'
import type { At, FilterNode, OrderTerm, QueryAst, SelectItem } from './ast.ts'
import { checkArguments, checkBounds } from '../bounds.ts'
import { readJsonPath } from './parse-field.ts'
import { parseGroup, parseOperation } from './parse-filter.ts'
import { parseOrder } from './parse-order.ts'
import { parseSelect } from './parse-select.ts'
import { Reader, readName } from './reader.ts'

type Builder = {
  select: SelectItem[] | null
  filters: At<FilterNode>[]
  orders: At<OrderTerm[]>[]
  limits: At<number>[]
  offsets: At<number>[]
  columns: string[] | null
  onConflict: string[] | null
  arguments: [string, string][]
}

/** The last part of a key that is not a column: `rel.order`, `rel.not.or`. */
const SUFFIX = /^(?:(.*?)\.)??(order|limit|offset|(?:not\.)?(?:and|or))$/s
const WHOLE_NUMBER = /^-?\d{1,15}$/

function readPath(reader: Reader): string[] {
  const path = [readName(reader)]
  while (reader.take('.')) path.push(readName(reader))
  return path
}

function parsePath(text: string | undefined): string[] {
  if (text === undefined) return []
  const reader = new Reader(text, 'tree path')
  const path = readPath(reader)
  reader.expectEnd()
  return path
}

function parseNames(text: string, what: string): string[] {
  const reader = new Reader(text, what)
  const names: string[] = []
  do names.push(readName(reader))
  while (reader.take(','))
  reader.expectEnd()
  return names
}

function parseWholeNumber(text: string, what: string): number {
  if (!WHOLE_NUMBER.test(text)) return new Reader(text, what).fail('a whole number')
  return Number(text)
}

function addReserved(ast: Builder, key: string, value: string): boolean {
  const isRepeated = (key === 'select' && ast.select) || (key === 'columns' && ast.columns) || (key === 'on_conflict' && ast.onConflict)
  if (isRepeated) new Reader(value, `${key} parameter`).fail(`${key} only once`)
  if (key === 'select') ast.select = parseSelect(value)
  else if (key === 'columns') ast.columns = parseNames(value, 'columns parameter')
  else if (key === 'on_conflict') ast.onConflict = parseNames(value, 'on_conflict parameter')
  else {
    const [, before, word] = SUFFIX.exec(key) ?? []
    if (word === undefined) return false
    const path = parsePath(before)
    if (word === 'order') ast.orders.push({ path, value: parseOrder(value) })
    else if (word === 'limit') ast.limits.push({ path, value: parseWholeNumber(value, 'limit') })
    else if (word === 'offset') ast.offsets.push({ path, value: parseWholeNumber(value, 'offset') })
    else {
      const operator = word.endsWith('and') ? 'and' : 'or'
      ast.filters.push({ path, value: parseGroup(value, operator, word.startsWith('not.')) })
    }
  }
  return true
}

function addFilter(ast: Builder, key: string, value: string): void {
  const reader = new Reader(key, 'filter')
  const names = readPath(reader)
  const name = names.pop() ?? reader.fail('a field name')
  const field = { name, path: readJsonPath(reader) }
  reader.expectEnd()
  ast.filters.push({ path: names, value: { kind: 'condition', field, ...parseOperation(value) } })
}

/**
 * Parses the decoded pairs of a query string. Ignores nothing: throws PGRST100 for anything invalid. In a function call by GET,
 * a parameter is an argument if its value is not a filter expression or `isArgument` says so: "is.null" may be a search text.
 */
export function parseQuery(pairs: Iterable<readonly [string, string]>, options: { arguments: boolean; isArgument?: (name: string) => boolean }): QueryAst {
  const ast: Builder = {
    select: null,
    filters: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: null,
    onConflict: null,
    arguments: [],
  }
  for (const [key, value] of pairs) {
    // A zero byte would end the statement early in the protocol, cutting off the conditions behind it.
    if (key.includes('\0') || value.includes('\0')) {
      throw new ApiError(400, 'PGRST100', 'a query string must not contain zero bytes')
    }
    if (addReserved(ast, key, value)) continue
    if (options.arguments && (options.isArgument?.(key) || !isFilterExpression(value))) ast.arguments.push([key, value])
    else addFilter(ast, key, value)
  }
  checkBounds(ast)
  checkArguments(ast.arguments.length)
  return ast
}

function isFilterExpression(value: string): boolean {
  try {
    parseOperation(value)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
