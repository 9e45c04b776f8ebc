import { ApiError } from '../../core/errors.ts'
import type { ForeignKey, Relation, SchemaSnapshot } from '../../core/schema-types.ts'
import type { Join } from './plan.ts'

type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'

export type Relationship = {
  readonly target: Relation
  readonly cardinality: Cardinality
  readonly join: Join
  /** Constraint names that a hint may use. */
  readonly constraints: readonly string[]
  readonly junction: string | null
  readonly self: boolean
  readonly description: string
}

function pairsOf(left: readonly string[], right: readonly string[]): [string, string][] {
  return left.map((column, index) => [column, right[index] ?? column])
}

function describe(key: ForeignKey): string {
  const { name, table, columns, referenced, referencedColumns } = key
  return `${name} using ${table.name}(${columns.join(', ')}) and ${referenced.name}(${referencedColumns.join(', ')})`
}

function forward(key: ForeignKey): Relationship {
  return {
    target: key.referenced,
    cardinality: key.unique ? 'one-to-one' : 'many-to-one',
    join: { kind: 'direct', pairs: pairsOf(key.columns, key.referencedColumns) },
    constraints: [key.name],
    junction: null,
    self: key.table === key.referenced,
    description: describe(key),
  }
}

function backward(key: ForeignKey): Relationship {
  return {
    ...forward(key),
    target: key.table,
    cardinality: key.unique ? 'one-to-one' : 'one-to-many',
    join: { kind: 'direct', pairs: pairsOf(key.referencedColumns, key.columns) },
  }
}

function through(near: ForeignKey, far: ForeignKey): Relationship {
  const short = (key: ForeignKey): string => `${key.name}(${key.columns.join(', ')})`
  return {
    target: far.referenced,
    cardinality: 'many-to-many',
    join: {
      kind: 'junction',
      junction: near.table,
      local: pairsOf(near.referencedColumns, near.columns),
      foreign: pairsOf(far.columns, far.referencedColumns),
    },
    constraints: [near.name, far.name],
    junction: near.table.name,
    self: near.referenced === far.referenced,
    description: `${near.table.name} using ${short(near)} and ${short(far)}`,
  }
}

/** A table is a junction if its primary key contains both foreign keys: each pair occurs once, so rows are not duplicated. */
function isJunction(near: ForeignKey, far: ForeignKey): boolean {
  const { primaryKey } = near.table
  return near !== far && near.table === far.table && [...near.columns, ...far.columns].every((column) => primaryKey.includes(column))
}

const byOrigin = new WeakMap<SchemaSnapshot, Map<Relation, Relationship[]>>()

/** All relationships of `origin`, from the foreign keys of the snapshot. */
function relationshipsOf(snapshot: SchemaSnapshot, origin: Relation): Relationship[] {
  const known = byOrigin.get(snapshot) ?? new Map<Relation, Relationship[]>()
  byOrigin.set(snapshot, known)
  const found = known.get(origin)
  if (found) return found
  const made: Relationship[] = []
  for (const key of snapshot.foreignKeys) {
    if (key.table === origin) made.push(forward(key))
    if (key.referenced === origin) {
      made.push(backward(key))
      for (const far of snapshot.foreignKeys) if (isJunction(key, far)) made.push(through(key, far))
    }
  }
  known.set(origin, made)
  return made
}

function singlePair(relationship: Relationship): readonly [string, string] | null {
  const { join } = relationship
  return join.kind === 'direct' && join.pairs.length === 1 ? (join.pairs[0] ?? null) : null
}

function matchesTarget(relationship: Relationship, name: string): boolean {
  if (relationship.target.name === name) return true
  if (relationship.join.kind === 'junction') return false
  return relationship.constraints.includes(name) || singlePair(relationship)?.[0] === name
}

function matchesHint(relationship: Relationship, hint: string): boolean {
  const pair = singlePair(relationship)
  return relationship.constraints.includes(hint) || relationship.junction === hint || pair?.[0] === hint || pair?.[1] === hint
}

function noRelationship(origin: Relation, name: string, hint: string | null): ApiError {
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new ApiError(400, 'PGRST200', `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`, {
    details: `Searched for a foreign key relationship between '${origin.name}' and '${name}'${using} in the schema '${origin.schema}', but no matches were found.`,
  })
}

function ambiguous(origin: Relation, name: string, found: Relationship[]): ApiError {
  const choices = found.map(({ junction, constraints }) => `'${name}!${junction ?? constraints[0]}'`)
  return new ApiError(300, 'PGRST201', `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`, {
    details: found.map(({ cardinality, target, description }) => ({
      cardinality,
      embedding: `${origin.name} with ${target.name}`,
      relationship: description,
    })),
    hint: `Try changing '${name}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

/**
 * Finds the relationship of an embed. `name` is a table, a constraint or a foreign key column; the hint disambiguates by
 * constraint, column or junction. In a self reference the table's name means the children, the column the parent. Throws
 * PGRST200 for none, PGRST201 for several.
 */
export function findRelationship(snapshot: SchemaSnapshot, origin: Relation, name: string, hint: string | null): Relationship {
  const found = relationshipsOf(snapshot, origin).filter(
    (one) => one.target.schema === origin.schema && matchesTarget(one, name) && (hint === null || matchesHint(one, hint)),
  )
  const [first] = found
  if (!first) throw noRelationship(origin, name, hint)
  if (found.length === 1) return first
  const constraints = new Set(found.map(({ constraints }) => constraints.join()))
  if (constraints.size === 1 && found.every(({ self }) => self)) {
    const children = found.find(({ cardinality }) => cardinality === 'one-to-many')
    if (children) return children
  }
  throw ambiguous(origin, name, found)
}
