import type { Embed, Join, Output, PlannedFilter, PlannedOrder, ReadNode } from '../plan/plan.ts'
import { fieldSql, operationSql } from './sql-filter.ts'
import { quoteName, quoteQualified, type StatementParts } from './sql-text.ts'

const CAST = /^[\p{L}_][\p{L}\p{N}_ ]*$/u

function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

function equals(pairs: readonly (readonly [string, string])[], left: string, right: string): string[] {
  return pairs.map(([a, b]) => `${left}.${quoteName(a)} = ${right}.${quoteName(b)}`)
}

/** FROM of an embedded resource and the conditions that join it to its parent's row. */
function joined(embed: Embed, parent: string, alias: string, parts: StatementParts): { from: string; conditions: string[] } {
  const from = `${quoteQualified(embed.node.relation)} ${alias}`
  const join: Join = embed.join
  if (join.kind === 'direct') return { from, conditions: equals(join.pairs, parent, alias) }
  const junction = parts.alias('j')
  const joinConditions = equals(join.foreign, junction, alias).join(' and ')
  return {
    from: `${from} join ${quoteQualified(join.junction)} ${junction} on ${joinConditions}`,
    conditions: equals(join.local, parent, junction),
  }
}

function existsSql(embed: Embed, parent: string, parts: StatementParts): string {
  const alias = parts.alias('t')
  const { from, conditions } = joined(embed, parent, alias, parts)
  return `exists (select from ${from}${whereSql([...conditions, ...nodeConditions(embed.node, alias, parts)])})`
}

export function filterSql(filter: PlannedFilter, alias: string, parts: StatementParts): string {
  const not = filter.negated ? 'not ' : ''
  if (filter.kind === 'exists') return `${not}${existsSql(filter.embed, alias, parts)}`
  if (filter.kind === 'condition') return `${not}(${operationSql(filter.field, filter.operation, alias, parts)})`
  const children = filter.children.map((child) => filterSql(child, alias, parts))
  return `${not}(${children.join(` ${filter.operator} `)})`
}

/** The filters of the resource, plus an EXISTS for each inner embed. */
function nodeConditions(node: ReadNode, alias: string, parts: StatementParts): string[] {
  const inner = node.embeds.filter((embed) => embed.inner).map((embed) => existsSql(embed, alias, parts))
  return [...node.where.map((filter) => filterSql(filter, alias, parts)), ...inner]
}

/** Whether a row can be larger than its stored data: it repeats columns or contains other rows. */
function amplifies({ outputs, embeds }: ReadNode): boolean {
  const fields = outputs.flatMap((output) => (output.kind === 'all' ? ['*'] : output.kind === 'field' ? [output.field.name] : []))
  return embeds.length > 0 || new Set(fields).size < fields.length || (fields.includes('*') && fields.length > 1)
}

/**
 * Rows as one JSON array of at most `largest` bytes. The running sum aborts the statement at the first row beyond the limit,
 * before PostgreSQL holds all of them in memory; OFFSET 0 keeps the planner from building each row twice.
 */
export function boundedRows(rows: string, toJson: (row: string) => string, largest: number, parts: StatementParts): { from: string; json: string } {
  const row = parts.alias('r')
  const one = parts.alias('b')
  const built = `select ${toJson(row)} as j from (${rows}) ${row} offset 0`
  const summed = `select sum(pg_column_size(${one}.j)) over (rows unbounded preceding)::bigint as n,${one}.j from (${built}) ${one}`
  const bounded = parts.alias('r')
  const value = `case when ${bounded}.n > ${largest} then gateway.refuse_answer(${bounded}.n) else ${bounded}.j end`
  return { from: `(${summed}) ${bounded}`, json: `coalesce(json_agg(${value}),'[]')` }
}

/**
 * An embed is a subquery in the select list of its parent. PostgreSQL computes it after ORDER BY and LIMIT, so a page of 12
 * rows runs it 12 times, whatever the size of the table.
 */
function embedSql(embed: Embed, parent: string, parts: StatementParts): string {
  const alias = parts.alias('t')
  const { from, conditions } = joined(embed, parent, alias, parts)
  const rows = selectSql(embed.node, from, alias, conditions, parts)
  if (!embed.toOne && amplifies(embed.node)) {
    const bounded = boundedRows(rows, (row) => `row_to_json(${row}.*)`, parts.largestAnswer, parts)
    return `(select ${bounded.json} from ${bounded.from})`
  }
  const row = parts.alias('r')
  const json = embed.toOne ? `row_to_json(${row}.*)` : `coalesce(json_agg(${row}.*),'[]')`
  return `(select ${json} from (${rows}) ${row})`
}

function outputSql(output: Output, alias: string, parts: StatementParts, spreads: string[]): string {
  if (output.kind === 'all') return `${alias}.*`
  if (output.kind === 'count') {
    const value = output.cast === null ? 'count(*)' : `cast(count(*) as ${checkedCast(output.cast)})`
    return `${value} as ${quoteName(output.as)}`
  }
  if (output.kind === 'field') {
    const { cast, as } = output
    const sql = fieldSql(output.field, alias, parts)
    const value = cast === null ? sql : `cast(${sql} as ${checkedCast(cast)})`
    // A cast would name the column after its type: keep the field's name.
    const name = as ?? (cast === null ? null : output.field.name)
    return name === null ? value : `${value} as ${quoteName(name)}`
  }
  const { embed } = output
  if (embed.spread) {
    const name = parts.alias('s')
    const target = parts.alias('t')
    const { from, conditions } = joined(embed, alias, target, parts)
    spreads.push(` left join lateral (${selectSql(embed.node, from, target, conditions, parts)}) ${name} on true`)
    return `${name}.*`
  }
  // `rel!inner()` embeds nothing: it only filters.
  return embed.node.outputs.length === 0 ? '' : `${embedSql(embed, alias, parts)} as ${quoteName(embed.key)}`
}

/** The only request text that reaches SQL unquoted: letters, digits, `_` and spaces cannot escape from CAST( … ). */
function checkedCast(cast: string): string {
  if (!CAST.test(cast)) throw new Error(`Invalid cast ${cast}`)
  return cast
}

function orderSql(order: PlannedOrder, alias: string, parts: StatementParts): string {
  let sql: string
  if (order.embed === null) sql = fieldSql(order.field, alias, parts)
  else {
    const related = parts.alias('t')
    const { from, conditions } = joined(order.embed, alias, related, parts)
    const where = whereSql([...conditions, ...nodeConditions(order.embed.node, related, parts)])
    sql = `(select ${fieldSql(order.field, related, parts)} from ${from}${where})`
  }
  return `${sql}${order.descending ? ' desc' : ''}${order.nulls === null ? '' : ` nulls ${order.nulls}`}`
}

function selectSql(node: ReadNode, from: string, alias: string, joinConditions: readonly string[], parts: StatementParts): string {
  return pageSql(node, from, alias, whereSql([...joinConditions, ...nodeConditions(node, alias, parts)]), parts)
}

function pageSql(node: ReadNode, from: string, alias: string, where: string, parts: StatementParts): string {
  const spreads: string[] = []
  const outputs = node.outputs.map((output) => outputSql(output, alias, parts, spreads)).filter((sql) => sql !== '')
  const order = node.order.map((term) => orderSql(term, alias, parts)).join(', ')
  const page = pageOf(node, parts)
  return `select ${outputs.join(',')} from ${from}${spreads.join('')}${where}${order && ` order by ${order}`}${page}`
}

/** Larger offsets are rare and mostly from crawlers: they are parameters, so that such pages share one statement. */
const INLINE_OFFSET_UP_TO = 120

/**
 * LIMIT and OFFSET as literals: with a parameter, PostgreSQL re-plans every request (measured 170 µs against 110 µs), because it
 * has to assume a tenth of the table. Both are validated integers, never request text.
 */
export function pageOf({ limit, offset }: { limit: number | null; offset: number }, parts: StatementParts): string {
  const start = offset > INLINE_OFFSET_UP_TO ? parts.value(String(offset)) : String(offset)
  return `${limit === null ? '' : ` limit ${limit}`}${offset === 0 ? '' : ` offset ${start}`}`
}

export type ResultShape = { readonly body: boolean; readonly nullsStripped: boolean; readonly total: 'exact' | 'bounded' | null }

/** `count=estimated` is exact up to this number of rows and the planner's estimate beyond. */
export const EXACT_UP_TO = 100_000

/**
 * A statement that returns one row: the body as JSON text, its row count, and the total or null. `source` is a table, or a CTE
 * defined in `before`.
 */
export function readStatement(node: ReadNode, source: string, wanted: ResultShape, parts: StatementParts, before = ''): string {
  const alias = parts.alias('t')
  const from = `${source} ${alias}`
  const where = whereSql(nodeConditions(node, alias, parts))
  let total = 'null::bigint'
  if (wanted.total === 'exact') total = `(select count(*) from ${from}${where})`
  else if (wanted.total === 'bounded') {
    total = `(select count(*) from (select from ${from}${where} limit ${EXACT_UP_TO + 1}) ${parts.alias('c')})`
  }
  const page = pageSql(node, from, alias, where, parts)
  if (!wanted.body) return `${before}select null::text,count(*)::int,${total} from (${page}) ${parts.alias('r')}`
  const toJson = (row: string): string => (wanted.nullsStripped ? `json_strip_nulls(row_to_json(${row}.*))` : `row_to_json(${row}.*)`)
  const rows = boundedRows(page, toJson, parts.largestAnswer, parts)
  return `${before}select ${rows.json}::text,count(*)::int,${total} from ${rows.from}`
}

/** The planner's estimate of the total, as EXPLAIN's JSON. */
export function explainStatement(node: ReadNode, source: string, parts: StatementParts): string {
  const alias = parts.alias('t')
  return `explain (format json) select from ${source} ${alias}${whereSql(nodeConditions(node, alias, parts))}`
}
