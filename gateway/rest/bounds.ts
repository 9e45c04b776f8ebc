/**
 * The limits of one request, checked before it reaches the database: a query string of a few hundred characters could
 * otherwise describe nested joins that exhaust the memory. Each limit has its own error code.
 */
import { ApiError } from '../core/errors.ts'
import type { FilterNode, Operation, QueryAst, SelectItem } from './parse/ast.ts'

export const BOUNDS = {
  /** Characters of the query string. */
  query: 16_384,
  /** Nesting levels of embedded resources, and of lists within lists. */
  depth: 6,
  listDepth: 3,
  embeds: 20,
  /** Columns and embeds of the whole select. */
  items: 200,
  /** Conditions, inside and outside of logic trees. */
  conditions: 100,
  /** Values of all lists together: in.(…), eq(any).{…}. */
  listed: 1_000,
  /** Characters of a regular expression, and of a LIKE pattern or a full text search. */
  expression: 250,
  pattern: 1_000,
  orderTerms: 20,
  /** Arrows of one JSON path. */
  arrows: 16,
  /** Arguments of a function call. */
  arguments: 100,
} as const

const MB = 1024 * 1024
/** Maximum body in characters and response in bytes, by caller: anonymous visitors mostly read, and they get less. */
export const LARGEST = { visitors: { body: MB / 2, answer: 4 * MB }, known: { body: 5 * MB, answer: 16 * MB } } as const

function tooMuch(code: string, details: string): ApiError {
  return new ApiError(400, code, 'The request exceeds a limit', { details })
}

export function answerTooLarge(cause: unknown): ApiError {
  return new ApiError(413, 'PGRST900', 'The response is too large', { hint: 'Request fewer rows, columns or embedded resources.', cause })
}

export function checkQueryLength(search: string): void {
  if (search.length <= BOUNDS.query) return
  throw new ApiError(414, 'PGRST901', 'The query string is too long', { details: `A query string has at most ${BOUNDS.query} characters.` })
}

export function tooDeep(most: number): ApiError {
  return tooMuch('PGRST902', `Embedded resources nest at most ${most} levels deep.`)
}

export function checkListDepth(depth: number): void {
  if (depth > BOUNDS.listDepth) throw tooMuch('PGRST902', `Embedded lists nest at most ${BOUNDS.listDepth} levels deep.`)
}

function countItems(items: readonly SelectItem[]): { items: number; embeds: number } {
  let counted = { items: items.length, embeds: 0 }
  for (const item of items) {
    if (item.kind !== 'embed') continue
    const inside = countItems(item.items)
    counted = { items: counted.items + inside.items, embeds: counted.embeds + inside.embeds + 1 }
  }
  return counted
}

export function checkSelect(items: readonly SelectItem[]): void {
  const counted = countItems(items)
  if (counted.items > BOUNDS.items) throw tooMuch('PGRST903', `A select has at most ${BOUNDS.items} items.`)
  if (counted.embeds > BOUNDS.embeds) throw tooMuch('PGRST903', `A select embeds at most ${BOUNDS.embeds} resources.`)
}

function checkPattern(operation: Operation): void {
  if (operation.kind === 'search' && operation.value.length > BOUNDS.pattern) {
    throw tooMuch('PGRST906', `A search has at most ${BOUNDS.pattern} characters.`)
  }
  if (operation.kind !== 'compare') return
  const { operator, value } = operation
  const isExpression = operator === 'match' || operator === 'imatch'
  if (isExpression && value.length > BOUNDS.expression) throw tooMuch('PGRST906', `A regular expression has at most ${BOUNDS.expression} characters.`)
  const isPattern = operator === 'like' || operator === 'ilike'
  if (isPattern && value.length > BOUNDS.pattern) throw tooMuch('PGRST906', `A pattern has at most ${BOUNDS.pattern} characters.`)
}

function listedBy(operation: Operation): number {
  if (operation.kind === 'in') return operation.values.length
  return operation.kind === 'compare' && operation.quantifier !== null ? operation.value.split(',').length : 0
}

function countFilters(nodes: readonly FilterNode[]): { conditions: number; listed: number } {
  let conditions = 0
  let listed = 0
  for (const node of nodes) {
    if (node.kind === 'group') {
      const inside = countFilters(node.children)
      conditions += inside.conditions
      listed += inside.listed
    } else {
      checkPattern(node.operation)
      conditions += 1
      listed += listedBy(node.operation)
    }
  }
  return { conditions, listed }
}

/** Checks a parsed query. The parser already limits the depth of its select. Throws ApiError. */
export function checkBounds(ast: QueryAst): void {
  if (ast.select) checkSelect(ast.select)
  const { conditions, listed } = countFilters(ast.filters.map(({ value }) => value))
  if (conditions > BOUNDS.conditions) throw tooMuch('PGRST904', `A request has at most ${BOUNDS.conditions} conditions.`)
  if (listed > BOUNDS.listed) throw tooMuch('PGRST905', `The lists of a request have at most ${BOUNDS.listed} values.`)
  const terms = ast.orders.reduce((sum, { value }) => sum + value.length, 0)
  if (terms > BOUNDS.orderTerms) throw tooMuch('PGRST907', `A request has at most ${BOUNDS.orderTerms} order terms.`)
}

export function checkArguments(count: number): void {
  if (count > BOUNDS.arguments) throw tooMuch('PGRST908', `A function call has at most ${BOUNDS.arguments} arguments.`)
}

export function checkArrows(count: number): void {
  if (count > BOUNDS.arrows) throw tooMuch('PGRST909', `A JSON path has at most ${BOUNDS.arrows} arrows.`)
}

/** The gateway limits all bodies; this limit applies to callers who may send less. */
export function checkBody(length: number, most: number): void {
  if (length > most) throw new ApiError(413, 'PGRST911', 'The body is too large', { details: `This caller may send at most ${most} characters.` })
}
