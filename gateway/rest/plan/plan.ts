import type { FunctionParameter, Relation, SqlFunction } from '../../core/schema-types.ts'
import type { Field, Operation } from '../parse/ast.ts'

/** A parsed query whose names are all resolved in the schema cache. Only output keys and casts come from the request. */

export type PlannedField = Field & { readonly type: string }

export type Join =
  | { readonly kind: 'direct'; readonly pairs: readonly (readonly [local: string, foreign: string])[] }
  | {
      readonly kind: 'junction'
      readonly junction: Relation
      readonly local: readonly (readonly [local: string, junction: string])[]
      readonly foreign: readonly (readonly [junction: string, foreign: string])[]
    }

export type Embed = {
  /** Its name in the query: the alias, else the name as written. */
  readonly key: string
  readonly node: ReadNode
  readonly join: Join
  readonly toOne: boolean
  /** Omit rows of the parent without a match. */
  readonly inner: boolean
  readonly spread: boolean
}

export type Output =
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly field: PlannedField; readonly as: string | null; readonly cast: string | null }
  | { readonly kind: 'embed'; readonly embed: Embed }
  /** The number of rows; the only output of its resource. */
  | { readonly kind: 'count'; readonly as: string; readonly cast: string | null }

export type PlannedFilter =
  | { readonly kind: 'condition'; readonly field: PlannedField; readonly negated: boolean; readonly operation: Operation }
  | { readonly kind: 'exists'; readonly embed: Embed; readonly negated: boolean }
  | { readonly kind: 'group'; readonly operator: 'and' | 'or'; readonly negated: boolean; readonly children: readonly PlannedFilter[] }

export type PlannedOrder = {
  readonly embed: Embed | null
  readonly field: PlannedField
  readonly descending: boolean
  readonly nulls: 'first' | 'last' | null
}

/** A resource to read with its embeds. Lists are filled while planning and only read afterwards. */
export type ReadNode = {
  readonly relation: Relation
  readonly outputs: Output[]
  readonly embeds: Embed[]
  readonly where: PlannedFilter[]
  readonly order: PlannedOrder[]
  limit: number | null
  offset: number
}

export type Count = 'exact' | 'planned' | 'estimated' | null

export type ReadPlan = { readonly kind: 'read'; readonly root: ReadNode; readonly count: Count }

export type MutationPlan = {
  readonly kind: 'insert' | 'update' | 'delete' | 'put'
  readonly relation: Relation
  /** The representation to return; null for return=minimal. */
  readonly returning: ReadNode | null
  /** Which rows to change; insert has none. */
  readonly where: readonly PlannedFilter[]
  readonly payload: Payload | null
  readonly conflict: { readonly columns: readonly string[]; readonly merge: boolean } | null
}

export type Payload = {
  /** JSON text of an array of objects. */
  readonly text: string
  readonly columns: readonly string[]
  readonly rows: number
  /** Missing keys take the column's default instead of null. */
  readonly defaults: boolean
}

export type CallPlan = {
  readonly kind: 'call'
  readonly function: SqlFunction
  readonly parameters: readonly FunctionParameter[]
  /** JSON object text from a POST body, or the texts of GET in the order of `parameters`. */
  readonly input: { readonly kind: 'json'; readonly text: string } | { readonly kind: 'texts'; readonly values: readonly string[] }
  /** How to read the rows; null if the result has no columns. */
  readonly root: ReadNode | null
  readonly count: Count
}

export type Plan = ReadPlan | MutationPlan | CallPlan
