import type { Condition, Field, FilterNode, Operation, OrderTerm, QueryAst, SelectItem } from '../rest/parse/ast.ts'

/** Prints a syntax tree as the pairs of a query string, for round-trip tests of the parser. Quotes every name. */

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

function printField({ name, path }: Field): string {
  return quote(name) + path.map(({ arrow, key }) => arrow + (typeof key === 'number' ? String(key) : quote(key))).join('')
}

function printItem(item: SelectItem): string {
  if (item.kind === 'all') return '*'
  const alias = item.alias === null ? '' : `${quote(item.alias)}:`
  if (item.kind === 'embed') {
    const hint = (item.hint === null ? '' : `!${quote(item.hint)}`) + (item.inner ? '!inner' : '')
    return `${item.spread ? '...' : ''}${alias}${quote(item.name)}${hint}(${item.items.map(printItem).join(',')})`
  }
  const cast = item.cast === null ? '' : `::${item.cast}`
  const { aggregate } = item
  const call = aggregate ? `${aggregate.name}()${aggregate.cast === null ? '' : `::${aggregate.cast}`}` : ''
  if (!item.field) return `${alias}${call}`
  return `${alias}${printField(item.field)}${cast}${call && `.${call}`}`
}

function printOperation(operation: Operation, printValue: (value: string) => string): string {
  if (operation.kind === 'is') return `is.${operation.value}`
  if (operation.kind === 'in') return `in.(${operation.values.map(quote).join(',')})`
  if (operation.kind === 'search') {
    return `${operation.operator}${operation.language === null ? '' : `(${operation.language})`}.${printValue(operation.value)}`
  }
  return `${operation.operator}${operation.quantifier === null ? '' : `(${operation.quantifier})`}.${printValue(operation.value)}`
}

function printCondition({ negated, operation }: Condition, printValue: (value: string) => string): string {
  return (negated ? 'not.' : '') + printOperation(operation, printValue)
}

function printNode(node: FilterNode): string {
  if (node.kind === 'condition') return `${printField(node.field)}.${printCondition(node, quote)}`
  return `${node.negated ? 'not.' : ''}${node.operator}(${node.children.map(printNode).join(',')})`
}

function printTerm({ relation, field, descending, nulls }: OrderTerm): string {
  const name = relation === null ? printField(field) : `${quote(relation)}(${printField(field)})`
  return `${name}.${descending ? 'desc' : 'asc'}${nulls === null ? '' : `.nulls${nulls}`}`
}

const at = (path: readonly string[], word: string): string => [...path.map(quote), word].join('.')

export function printQuery(ast: QueryAst): [string, string][] {
  const pairs: [string, string][] = []
  if (ast.select) pairs.push(['select', ast.select.map(printItem).join(',')])
  for (const { path, value } of ast.filters) {
    if (value.kind === 'condition') pairs.push([at(path, printField(value.field)), printCondition(value, (text) => text)])
    else pairs.push([at(path, `${value.negated ? 'not.' : ''}${value.operator}`), `(${value.children.map(printNode).join(',')})`])
  }
  for (const { path, value } of ast.orders) pairs.push([at(path, 'order'), value.map(printTerm).join(',')])
  for (const { path, value } of ast.limits) pairs.push([at(path, 'limit'), String(value)])
  for (const { path, value } of ast.offsets) pairs.push([at(path, 'offset'), String(value)])
  if (ast.columns) pairs.push(['columns', ast.columns.map(quote).join(',')])
  if (ast.onConflict) pairs.push(['on_conflict', ast.onConflict.map(quote).join(',')])
  return pairs
}
