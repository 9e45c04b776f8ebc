import type { Column, Relation } from '../../core/schema-types.ts'
import type { MutationPlan, Payload, ReadNode } from '../plan/plan.ts'
import { filterSql, readStatement, type ResultShape } from './sql-read.ts'
import { quoteName, quoteQualified, type StatementParts } from './sql-text.ts'

const SOURCE = 'pgrst_source'

/** The columns that a representation needs, so that RETURNING requires no privileges on others. */
function neededColumns(node: ReadNode): string[] {
  const needed = new Set<string>()
  for (const output of node.outputs) {
    if (output.kind === 'all') for (const name of node.relation.columns.keys()) needed.add(name)
    else if (output.kind === 'field') needed.add(output.field.name)
  }
  for (const { join } of node.embeds) {
    for (const [local] of join.kind === 'direct' ? join.pairs : join.local) needed.add(local)
  }
  for (const { embed, field } of node.order) if (!embed) needed.add(field.name)
  return [...needed]
}

function returningSql(node: ReadNode | null, alias: string): string {
  if (!node) return ''
  const columns = neededColumns(node).map((name) => `${alias}.${quoteName(name)}`)
  return ` returning ${columns.length > 0 ? columns.join(',') : 'null as "nothing"'}`
}

function columnOf(relation: Relation, name: string): Column {
  return relation.columns.get(name) ?? { name, type: 'text', defaultSql: null, fromJson: null }
}

/** A value of the body; a domain with its own JSON cast gets it as JSON. */
function valueSql(relation: Relation, name: string): string {
  const { fromJson } = columnOf(relation, name)
  const value = `p.${quoteName(name)}`
  return fromJson === null ? value : `${fromJson}(${value})`
}

/** The body as rows with column types from the catalogue. With `defaults`, missing keys take the column's default. */
function payloadSql(relation: Relation, payload: Payload, parts: StatementParts): string {
  const typed = payload.columns
    .map((name) => columnOf(relation, name))
    .map(({ name, type, fromJson }) => `${quoteName(name)} ${fromJson === null ? type : 'json'}`)
    .join(',')
  const json = parts.value(payload.text)
  if (!payload.defaults) return `json_to_recordset(${json}::json) as p (${typed})`
  const defaults = payload.columns.flatMap((name) => {
    const { defaultSql } = columnOf(relation, name)
    return defaultSql === null ? [] : [`${parts.value(name)}::text,${defaultSql}`]
  })
  const filled = `select jsonb_build_object(${defaults.join(',')}) || e from jsonb_array_elements(${json}::jsonb) e`
  return `jsonb_to_recordset((select coalesce(jsonb_agg(f.o),'[]') from (${filled}) f (o))) as p (${typed})`
}

function insertSql(plan: MutationPlan, payload: Payload, parts: StatementParts): string {
  const { relation, conflict } = plan
  const names = payload.columns.map(quoteName)
  const into = `insert into ${quoteQualified(relation)} as w`
  const source =
    names.length === 0
      ? ' default values'
      : ` (${names.join(',')}) select ${payload.columns.map((name) => valueSql(relation, name)).join(',')} from ${payloadSql(relation, payload, parts)}`
  let onConflict = ''
  if (conflict) {
    const target = conflict.columns.map(quoteName).join(',')
    const action = conflict.merge && names.length > 0 ? `do update set ${names.map((name) => `${name} = excluded.${name}`).join(',')}` : 'do nothing'
    onConflict = ` on conflict${target && ` (${target})`} ${action}`
  }
  return `${into}${source}${onConflict}${returningSql(plan.returning, 'w')}`
}

function whereOf(plan: MutationPlan, parts: StatementParts): string {
  const conditions = plan.where.map((filter) => filterSql(filter, 'w', parts))
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

function changeSql(plan: MutationPlan, parts: StatementParts): string {
  const { relation, payload, kind } = plan
  const table = `${quoteQualified(relation)} as w`
  if (kind === 'delete') return `delete from ${table}${whereOf(plan, parts)}${returningSql(plan.returning, 'w')}`
  if (!payload) throw new Error(`${kind} without a payload`)
  if (kind !== 'update') return insertSql(plan, payload, parts)
  const sets = payload.columns.map((name) => `${quoteName(name)} = ${valueSql(relation, name)}`).join(',')
  const source = payloadSql(relation, payload, parts)
  return `update ${table} set ${sets} from ${source}${whereOf(plan, parts)}${returningSql(plan.returning, 'w')}`
}

/** True for no rows to insert or no columns to update. */
export function changesNothing({ kind, payload }: MutationPlan): boolean {
  return payload !== null && (payload.rows === 0 || (kind === 'update' && payload.columns.length === 0))
}

/**
 * Without a representation just the write, whose row count is the result; with one, a row of body, row count and total, where
 * total is the number of changed rows.
 */
export function writeStatement(plan: MutationPlan, wanted: ResultShape, parts: StatementParts): string {
  if (changesNothing(plan)) return `select '[]'::text,0,0::bigint where ${plan.returning ? 'true' : 'false'}`
  const change = changeSql(plan, parts)
  if (!plan.returning) return change
  return readStatement(plan.returning, SOURCE, wanted, parts, `with ${SOURCE} as (${change}) `)
}
