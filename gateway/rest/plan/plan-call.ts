import { isJsonObject } from '../../core/json-object.ts'
import { ApiError } from '../../core/errors.ts'
import type { SchemaSnapshot, SqlFunction } from '../../core/schema-types.ts'
import type { QueryAst } from '../parse/ast.ts'
import { checkArguments } from '../bounds.ts'
import type { CallPlan, Count, ReadNode } from './plan.ts'
import { notImplemented, planRead } from './plan-read.ts'

function noFunction(schema: string, name: string, given: readonly string[]): ApiError {
  const called = `${schema}.${name}`
  const how = given.length === 0 ? 'without parameters' : `with parameters ${given.join(', ')}`
  const shown = given.length === 0 ? `${called} without parameters` : `${called}(${given.join(', ')})`
  return new ApiError(404, 'PGRST202', `Could not find the function ${shown} in the schema cache`, {
    details: `Searched for the function ${called} ${how}, but no matches were found in the schema cache.`,
  })
}

function describe({ schema, name, parameters }: SqlFunction): string {
  return `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`
}

/** The overload that accepts all given names and requires no others. Throws PGRST202 for none, PGRST203 for several. */
export function findFunction(snapshot: SchemaSnapshot, schema: string, name: string, given: readonly string[]): SqlFunction {
  const overloads = snapshot.schemas.get(schema)?.functions.get(name) ?? []
  const fitting = overloads.filter(
    ({ parameters }) =>
      given.every((one) => parameters.some((parameter) => parameter.name === one)) &&
      parameters.every((parameter) => !parameter.required || given.includes(parameter.name)),
  )
  const [first] = fitting
  if (!first) throw noFunction(schema, name, given)
  if (fitting.length === 1) return first
  throw new ApiError(300, 'PGRST203', `Could not choose the best candidate function between: ${fitting.map(describe).join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

/** Whether a name can only be an argument: a parameter of the function, and not a column of its result. */
export function isArgumentName(snapshot: SchemaSnapshot, schema: string, name: string, key: string): boolean {
  const overloads = snapshot.schemas.get(schema)?.functions.get(name) ?? []
  return (
    overloads.some(({ parameters }) => parameters.some((parameter) => parameter.name === key)) &&
    overloads.every(({ result }) => result.kind !== 'row' || !result.relation.columns.has(key))
  )
}

function argumentsOfBody(body: string): string[] {
  if (body.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new ApiError(400, 'PGRST102', 'Empty or invalid json')
  }
  if (!isJsonObject(value)) {
    throw new ApiError(400, 'PGRST102', 'The body of a function call must be one JSON object of its arguments')
  }
  const names = Object.keys(value)
  checkArguments(names.length)
  return names
}

function refuseForScalars(ast: QueryAst): void {
  const selects = ast.select?.some((item) => item.kind !== 'all') ?? false
  if (selects || ast.filters.length > 0 || ast.orders.length > 0) {
    throw notImplemented('select, filters and order need a function that returns rows')
  }
}

/**
 * The function's rows contain only the selected columns and those that embeds join by, so they cannot be ordered by another
 * column. PostgREST answers with the same error.
 */
function refuseUnselectedOrder({ outputs, embeds, order }: ReadNode): void {
  if (outputs.some(({ kind }) => kind === 'all')) return
  const present = new Set(outputs.flatMap((output) => (output.kind === 'field' ? [output.field.name] : [])))
  for (const { join } of embeds) for (const [local] of join.kind === 'direct' ? join.pairs : join.local) present.add(local)
  for (const { embed, field } of order) {
    if (embed === null && !present.has(field.name)) throw new ApiError(400, '42703', `column pgrst_source.${field.name} does not exist`)
  }
}

type Request = { schema: string; name: string; ast: QueryAst; body: string | null; count: Count; maxRows: number | null }

/** Plans a call of a function by POST (`body` holds the arguments) or by GET (the query string does). */
export function planCall(snapshot: SchemaSnapshot, { schema, name, ast, body, count, maxRows }: Request): CallPlan {
  if (ast.columns || ast.onConflict) throw notImplemented('columns and on_conflict of a function call are not supported')
  const texts = new Map(ast.arguments)
  if (texts.size !== ast.arguments.length) throw notImplemented('Repeated arguments are not supported: send an array literal {a,b}')
  const given = body === null ? [...texts.keys()] : argumentsOfBody(body)
  const found = findFunction(snapshot, schema, name, given)
  const parameters = found.parameters.filter((parameter) => given.includes(parameter.name))
  if (found.result.kind !== 'row') refuseForScalars(ast)
  const root = found.result.kind === 'row' ? planRead(snapshot, found.result.relation, ast, maxRows) : null
  if (root) refuseUnselectedOrder(root)
  return {
    kind: 'call',
    function: found,
    parameters,
    input: body === null ? { kind: 'texts', values: parameters.map((parameter) => texts.get(parameter.name) ?? '') } : { kind: 'json', text: body },
    root,
    count: count === null ? null : 'exact',
  }
}
