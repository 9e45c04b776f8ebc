import { isJsonObject } from '../../core/json-object.ts'
import { ApiError } from '../../core/errors.ts'
import type { Relation, SchemaSnapshot } from '../../core/schema-types.ts'
import type { QueryAst } from '../parse/ast.ts'
import type { MutationPlan, Payload } from './plan.ts'
import { notImplemented, planRead } from './plan-read.ts'
import type { Preferences } from '../parse/preferences.ts'

type JsonObject = Record<string, unknown>

function invalidBody(message: string): ApiError {
  return new ApiError(400, 'PGRST102', message)
}

/** The body's objects. The database gets the original text, so that numbers keep all their digits. */
function parseBody(body: string): { objects: JsonObject[]; text: string } {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
  if (isJsonObject(value)) return { objects: [value], text: `[${body}]` }
  if (Array.isArray(value) && value.every(isJsonObject)) return { objects: value, text: body }
  throw invalidBody('The body must be a JSON object or an array of objects')
}

function knownColumns(relation: Relation, names: readonly string[], code: 'PGRST204' | '42703'): readonly string[] {
  for (const name of names) {
    if (relation.columns.has(name)) continue
    if (code === '42703') throw new ApiError(400, code, `column ${relation.name}.${name} does not exist`)
    throw new ApiError(400, code, `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
  }
  return names
}

function planPayload(relation: Relation, ast: QueryAst, body: string, preferences: Preferences): { payload: Payload; objects: JsonObject[] } {
  const { objects, text } = parseBody(body)
  const [first] = objects
  const keys = first ? Object.keys(first) : []
  if (!ast.columns) {
    // Without `columns` all objects must have the same keys: a missing key would silently become null.
    const wanted = new Set(keys)
    const same = objects.every((one) => Object.keys(one).length === wanted.size && Object.keys(one).every((key) => wanted.has(key)))
    if (!same) throw invalidBody('All object keys must match')
  }
  const columns = knownColumns(relation, [...new Set(ast.columns ?? keys)], 'PGRST204')
  if (columns.length === 0 && objects.length > 1) throw notImplemented('Inserting several rows of defaults only is not supported')
  return { payload: { text, columns, rows: objects.length, defaults: preferences.missing === 'default' }, objects }
}

/** Refuses parameters that a write does not support: an ignored filter would change the wrong rows. */
function refuseUnused(kind: MutationPlan['kind'], ast: QueryAst): void {
  if (ast.limits.some(({ path }) => path.length === 0) || ast.offsets.some(({ path }) => path.length === 0)) {
    if (kind === 'put') throw new ApiError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
    throw notImplemented('limit and offset of a write are not supported')
  }
  if (kind === 'insert' && ast.filters.some(({ path }) => path.length === 0)) {
    throw notImplemented('Filters of an insert are not supported')
  }
  if (kind === 'delete' && ast.columns) throw notImplemented('columns of a delete are not supported')
  if (kind !== 'insert' && ast.onConflict) throw notImplemented(`on_conflict of ${kind} is not supported`)
}

/** PUT identifies the row by its whole primary key, with the same values in the URL and in the body. */
function checkPut(relation: Relation, ast: QueryAst, objects: JsonObject[]): void {
  const given = new Map<string, string>()
  for (const { path, value } of ast.filters) {
    const simple = path.length === 0 && value.kind === 'condition' && !value.negated && value.field.path.length === 0
    const operation = simple ? value.operation : null
    if (simple && operation?.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === null) {
      given.set(value.field.name, operation.value)
    } else given.set('', '')
  }
  const { primaryKey } = relation
  if (primaryKey.length === 0 || given.size !== primaryKey.length || !primaryKey.every((name) => given.has(name))) {
    throw new ApiError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
  }
  const [object] = objects
  const matches = objects.length === 1 && primaryKey.every((name) => String(object?.[name]) === given.get(name))
  if (!matches) throw new ApiError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

type Conflict = MutationPlan['conflict']

function planConflict(relation: Relation, ast: QueryAst, preferences: Preferences): Conflict {
  if (preferences.resolution === null) {
    if (ast.onConflict) throw notImplemented('on_conflict needs Prefer: resolution=merge-duplicates or ignore-duplicates')
    return null
  }
  const merge = preferences.resolution === 'merge-duplicates'
  const columns = ast.onConflict ? knownColumns(relation, ast.onConflict, '42703') : relation.primaryKey
  // Without a key there are no duplicates to merge with.
  if (columns.length === 0 && merge) return null
  return { columns, merge }
}

/** As on hosted Supabase (pg-safeupdate): a forgotten filter must not change a whole table. */
function requireFilter(kind: 'update' | 'delete', where: readonly unknown[]): void {
  if (where.length > 0) return
  throw new ApiError(400, '21000', `${kind.toUpperCase()} requires a WHERE clause`)
}

/** Plans POST, PATCH, DELETE and PUT of a table. */
export function planWrite(
  snapshot: SchemaSnapshot,
  relation: Relation,
  kind: MutationPlan['kind'],
  { ast, body, preferences, maxRows }: { ast: QueryAst; body: string; preferences: Preferences; maxRows: number | null },
): MutationPlan {
  refuseUnused(kind, ast)
  // The representation reads the changed rows, which the filters have already selected.
  const read = planRead(snapshot, relation, kind === 'put' ? { ...ast, filters: [] } : ast, maxRows)
  const where = read.where.splice(0)
  if (kind !== 'insert' && read.embeds.some((embed) => embed.inner)) {
    throw notImplemented('!inner does not restrict the rows of a write')
  }
  const returning = preferences.returns === 'representation' ? read : null
  if (!returning && (ast.select?.length || ast.orders.length > 0)) {
    throw notImplemented('select and order of a write need Prefer: return=representation')
  }
  if (kind === 'delete') {
    requireFilter(kind, where)
    return { kind, relation, returning, where, payload: null, conflict: null }
  }
  const { payload, objects } = planPayload(relation, ast, body, preferences)
  if (kind === 'update') {
    if (objects.length !== 1) throw invalidBody('The body of an update must be one object')
    // An update without columns changes nothing and is not sent to the database.
    if (payload.columns.length > 0) requireFilter(kind, where)
    return { kind, relation, returning, where, payload, conflict: null }
  }
  if (kind === 'put') {
    checkPut(relation, ast, objects)
    return { kind, relation, returning, where: [], payload, conflict: { columns: relation.primaryKey, merge: true } }
  }
  return { kind, relation, returning, where: [], payload, conflict: planConflict(relation, ast, preferences) }
}
