import { ApiError } from '../../core/errors.ts'
import type { Relation, SchemaSnapshot } from '../../core/schema-types.ts'
import type { At, Field, FilterNode, OrderTerm, QueryAst, SelectItem } from '../parse/ast.ts'
import { checkListDepth } from '../bounds.ts'
import type { Embed, PlannedField, PlannedFilter, ReadNode } from './plan.ts'
import { atLeastZero } from '../parse/range.ts'
import { findRelationship } from './relationships.ts'

export function notImplemented(details: string): ApiError {
  return new ApiError(400, 'PGRST127', 'Feature not implemented', { details })
}

export function plannedField(relation: Relation, field: Field): PlannedField {
  const column = relation.columns.get(field.name)
  if (!column) throw new ApiError(400, '42703', `column ${relation.name}.${field.name} does not exist`)
  return { ...field, type: column.type }
}

/** The output key of a JSON path: its last name, as in PostgREST. */
function keyOfPath(field: Field): string | null {
  if (field.path.length === 0) return null
  const names = field.path.map(({ key }) => key).filter((key) => typeof key === 'string')
  return names.at(-1) ?? field.name
}

/** `rel(count)`: PostgreSQL reads `t.count` as count(t) if no column has that name, so hosted Supabase counts too. */
function isCount(relation: Relation, item: SelectItem): item is SelectItem & { kind: 'field' } {
  if (item.kind !== 'field' || item.field === null || item.aggregate) return false
  return item.field.name === 'count' && item.field.path.length === 0 && !relation.columns.has('count')
}

function addItem(snapshot: SchemaSnapshot, node: ReadNode, item: SelectItem, listDepth: number): void {
  if (item.kind === 'all') node.outputs.push(item)
  else if (isCount(node.relation, item)) node.outputs.push({ kind: 'count', as: item.alias ?? 'count', cast: item.cast })
  else if (item.kind === 'field') {
    if (item.aggregate || !item.field) throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    const field = plannedField(node.relation, item.field)
    node.outputs.push({ kind: 'field', field, as: item.alias ?? keyOfPath(field), cast: item.cast })
  } else {
    const { target, cardinality, join } = findRelationship(snapshot, node.relation, item.name, item.hint)
    const toOne = cardinality === 'many-to-one' || cardinality === 'one-to-one'
    if (item.spread && !toOne) {
      throw new ApiError(400, 'PGRST119', `A spread operation on '${item.name}' is not possible`, {
        details: `'${node.relation.name}' and '${item.name}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    const key = item.alias ?? item.name
    // Filters address a resource by this key: with duplicates, one of them would stay unfiltered.
    if (node.embeds.some((one) => one.key === key)) {
      throw new ApiError(400, '42712', `table name "${key}" specified more than once`, { hint: 'Use an alias for one of them.' })
    }
    const depth = toOne ? listDepth : listDepth + 1
    checkListDepth(depth)
    const child = readNode(snapshot, target, item.items, depth)
    const embed = { key, node: child, join, toOne, inner: item.inner, spread: item.spread }
    node.embeds.push(embed)
    node.outputs.push({ kind: 'embed', embed })
  }
}

function readNode(snapshot: SchemaSnapshot, relation: Relation, items: readonly SelectItem[] | null, listDepth = 0): ReadNode {
  const node: ReadNode = { relation, outputs: [], embeds: [], where: [], order: [], limit: null, offset: 0 }
  for (const item of items ?? [{ kind: 'all' } as const]) addItem(snapshot, node, item, listDepth)
  if (node.outputs.length > 1 && node.outputs.some(({ kind }) => kind === 'count')) throw notGrouped(relation)
  return node
}

/** A total count cannot be combined with columns of each row, nor with an order. */
function notGrouped(relation: Relation): ApiError {
  return new ApiError(400, '42803', `columns of "${relation.name}" must appear in the GROUP BY clause or be used in an aggregate function`)
}

/** Applies the server's row limit to every embedded list. */
function limitLists(node: ReadNode, maxRows: number | null): void {
  for (const { node: child, toOne } of node.embeds) {
    if (!toOne && maxRows !== null) child.limit = Math.min(child.limit ?? maxRows, maxRows)
    limitLists(child, maxRows)
  }
}

function findEmbed(node: ReadNode, key: string): Embed {
  const embed = node.embeds.find((one) => one.key === key)
  if (embed) return embed
  throw new ApiError(400, 'PGRST108', `'${key}' is not an embedded resource in this request`, {
    hint: `Verify that '${key}' is included in the 'select' query parameter.`,
  })
}

function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root
  for (const key of path) node = findEmbed(node, key).node
  return node
}

function plannedFilter(node: ReadNode, filter: FilterNode): PlannedFilter {
  if (filter.kind === 'group') return { ...filter, children: filter.children.map((child) => plannedFilter(node, child)) }
  const { field, operation, negated } = filter
  const embed = node.relation.columns.has(field.name) ? undefined : node.embeds.find(({ key }) => key === field.name)
  if (embed) {
    // `rel=is.null`: rows without a match; `rel=not.is.null`: rows with one
    const value = operation.kind === 'is' && field.path.length === 0 ? operation.value : null
    if (value === 'null' || value === 'not_null') return { kind: 'exists', embed, negated: (value === 'null') !== negated }
    throw new ApiError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only null or not null filters are allowed on embedded resources',
    })
  }
  return { kind: 'condition', field: plannedField(node.relation, field), negated, operation }
}

function addOrder(node: ReadNode, term: OrderTerm): void {
  const { relation, field, descending, nulls } = term
  if (node.outputs.some(({ kind }) => kind === 'count')) throw notGrouped(node.relation)
  if (relation === null) {
    node.order.push({ embed: null, field: plannedField(node.relation, field), descending, nulls })
    return
  }
  const embed = findEmbed(node, relation)
  if (!embed.toOne) {
    throw new ApiError(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${node.relation.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  node.order.push({ embed, field: plannedField(embed.node.relation, field), descending, nulls })
}

function refuseRepeated(what: string, entries: readonly At<number>[]): void {
  const paths = entries.map(({ path }) => JSON.stringify(path))
  if (new Set(paths).size !== paths.length) {
    throw new ApiError(400, 'PGRST100', `${what} is given more than once`)
  }
}

/** Plans a read: the select, then filters, order and limits of each resource. The Range header is not applied to the root yet. */
export function planRead(snapshot: SchemaSnapshot, relation: Relation, ast: QueryAst, maxRows: number | null): ReadNode {
  const root = readNode(snapshot, relation, ast.select)
  for (const { path, value } of ast.filters) {
    const node = nodeAt(root, path)
    node.where.push(plannedFilter(node, value))
  }
  for (const { path, value } of ast.orders) {
    const node = nodeAt(root, path)
    for (const term of value) addOrder(node, term)
  }
  refuseRepeated('limit', ast.limits)
  refuseRepeated('offset', ast.offsets)
  for (const { path, value } of ast.limits) nodeAt(root, path).limit = atLeastZero('Limit', value)
  for (const { path, value } of ast.offsets) nodeAt(root, path).offset = atLeastZero('Offset', value)
  limitLists(root, maxRows)
  return root
}
