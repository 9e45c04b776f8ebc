import type pg from 'pg'
import { inTransaction } from '#postgres/transaction.ts'
import * as queries from './schema-queries.ts'
import type { Column, ForeignKey, FunctionResult, Relation, Schema, SchemaSnapshot, SqlFunction } from './schema-types.ts'

const NO_COLUMNS: readonly string[] = []

function columnsOf(columns: { name: string; type: string; defaultSql?: string | null; fromJson?: string | null }[]): Map<string, Column> {
  return new Map(columns.map(({ name, type, defaultSql, fromJson }) => [name, { name, type, defaultSql: defaultSql ?? null, fromJson: fromJson ?? null }]))
}

function syntheticRelation(row: queries.FunctionRow, columns: { name: string; type: string }[]): Relation {
  return { schema: row.schema, name: row.name, kind: 'view', columns: columnsOf(columns), primaryKey: NO_COLUMNS }
}

function resultOf(row: queries.FunctionRow, schemas: Map<string, Schema>): FunctionResult {
  const outputs = row.parameters.filter((parameter) => parameter.mode !== 'i' && parameter.mode !== 'v')
  // As in PostgREST, one OUT parameter is a row of one column; a composite one is already a row.
  if (outputs.length > 1 || (outputs.length === 1 && !row.relationColumns)) {
    const columns = outputs.map(({ name, type }, index) => ({ name: name ?? `column${index + 1}`, type }))
    return { kind: 'row', relation: syntheticRelation(row, columns) }
  }
  if (row.relationColumns) {
    const { relationSchema: schema, relationName: name } = row
    const known = schema && name ? schemas.get(schema)?.relations.get(name) : undefined
    return { kind: 'row', relation: known ?? syntheticRelation(row, row.relationColumns) }
  }
  if (row.returnType === 'void') return { kind: 'void' }
  return { kind: 'scalar', type: row.returnType }
}

function functionOf(row: queries.FunctionRow, schemas: Map<string, Schema>): SqlFunction | null {
  const inputs = row.parameters.filter((parameter) => parameter.mode !== 'o' && parameter.mode !== 't')
  const parameters = []
  for (const { name, type, required, mode } of inputs) {
    // Arguments are passed by name: a function with an unnamed parameter cannot be called.
    if (!name) return null
    parameters.push({ name, type, required, variadic: mode === 'v' })
  }
  const { schema, name, returnsSet, volatile } = row
  return { schema, name, parameters, returnsSet, volatile, result: resultOf(row, schemas) }
}

function foreignKeyOf(row: queries.ForeignKeyRow, schemas: Map<string, Schema>): ForeignKey | null {
  const table = schemas.get(row.schema)?.relations.get(row.table)
  const referenced = schemas.get(row.referencedSchema)?.relations.get(row.referencedTable)
  if (!table || !referenced) return null
  const { name, columns, referencedColumns, unique } = row
  return { name, table, columns, referenced, referencedColumns, unique }
}

/** Reads the exposed schemas from the catalogue in one transaction, so that a migration is seen completely or not at all. */
export async function readSchemaSnapshot(pool: pg.Pool, exposed: readonly string[]): Promise<SchemaSnapshot> {
  const [relations, foreignKeys, functions, settings] = await inTransaction(pool, { readOnly: true }, async (query) => {
    void query(`set transaction isolation level repeatable read`)
    void query(`set local search_path = ''`)
    return Promise.all([
      query<queries.RelationRow>(queries.RELATIONS, [exposed]),
      query<queries.ForeignKeyRow>(queries.FOREIGN_KEYS, [exposed]),
      query<queries.FunctionRow>(queries.FUNCTIONS, [exposed]),
      query<queries.RoleSettingRow>(queries.ROLE_SETTINGS),
    ])
  })
  const schemas = new Map<string, Schema & { relations: Map<string, Relation>; functions: Map<string, SqlFunction[]> }>()
  for (const schema of exposed) schemas.set(schema, { relations: new Map(), functions: new Map() })
  for (const row of relations) {
    schemas.get(row.schema)?.relations.set(row.name, { ...row, columns: columnsOf(row.columns) })
  }
  for (const row of functions) {
    const known = functionOf(row, schemas)
    const byName = schemas.get(row.schema)?.functions
    if (known && byName) byName.set(row.name, [...(byName.get(row.name) ?? []), known])
  }
  const roleSettings = new Map<string, Map<string, string>>()
  for (const { role, name, value } of settings) {
    roleSettings.set(role, (roleSettings.get(role) ?? new Map<string, string>()).set(name, value))
  }
  return {
    schemas,
    foreignKeys: foreignKeys.map((row) => foreignKeyOf(row, schemas)).filter((key) => key !== null),
    roleSettings,
  }
}
