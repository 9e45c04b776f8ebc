/** The syntax tree of a query string, before its names are looked up in the schema cache. */

export type JsonStep = { readonly arrow: '->' | '->>'; readonly key: string | number }
export type Field = { readonly name: string; readonly path: readonly JsonStep[] }

export type CompareOperator = keyof typeof COMPARE_OPERATORS
export type SearchOperator = keyof typeof SEARCH_FUNCTIONS
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

/** The SQL of each operator; `quantified` ones accept (any) and (all). */
export const COMPARE_OPERATORS = {
  eq: { sql: '=', quantified: true },
  neq: { sql: '<>', quantified: false },
  gt: { sql: '>', quantified: true },
  gte: { sql: '>=', quantified: true },
  lt: { sql: '<', quantified: true },
  lte: { sql: '<=', quantified: true },
  like: { sql: 'like', quantified: true },
  ilike: { sql: 'ilike', quantified: true },
  match: { sql: '~', quantified: true },
  imatch: { sql: '~*', quantified: true },
  isdistinct: { sql: 'is distinct from', quantified: false },
  cs: { sql: '@>', quantified: false },
  cd: { sql: '<@', quantified: false },
  ov: { sql: '&&', quantified: false },
  sl: { sql: '<<', quantified: false },
  sr: { sql: '>>', quantified: false },
  nxr: { sql: '&<', quantified: false },
  nxl: { sql: '&>', quantified: false },
  adj: { sql: '-|-', quantified: false },
} as const

export const SEARCH_FUNCTIONS = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

export type Operation =
  | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly quantifier: 'any' | 'all' | null; readonly value: string }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'search'; readonly operator: SearchOperator; readonly language: string | null; readonly value: string }

export type Condition = { readonly kind: 'condition'; readonly field: Field; readonly negated: boolean; readonly operation: Operation }
export type Group = { readonly kind: 'group'; readonly operator: 'and' | 'or'; readonly negated: boolean; readonly children: readonly FilterNode[] }
export type FilterNode = Condition | Group

export type Aggregate = { readonly name: 'sum' | 'avg' | 'count' | 'max' | 'min'; readonly cast: string | null }

export type SelectItem =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'field'
      /** null for a bare `count()`. */
      readonly field: Field | null
      readonly alias: string | null
      readonly cast: string | null
      readonly aggregate: Aggregate | null
    }
  | {
      readonly kind: 'embed'
      readonly name: string
      readonly alias: string | null
      readonly hint: string | null
      readonly inner: boolean
      readonly spread: boolean
      readonly items: readonly SelectItem[]
    }

export type OrderTerm = {
  /** The embedded resource whose field orders this one: `rel(field)`. */
  readonly relation: string | null
  readonly field: Field
  readonly descending: boolean
  readonly nulls: 'first' | 'last' | null
}

/** `path` names the embedded resource by its names in the select, from the outside in; empty for the root. */
export type At<T> = { readonly path: readonly string[]; readonly value: T }

export type QueryAst = {
  /** null: all columns. */
  readonly select: readonly SelectItem[] | null
  readonly filters: readonly At<FilterNode>[]
  readonly orders: readonly At<readonly OrderTerm[]>[]
  readonly limits: readonly At<number>[]
  readonly offsets: readonly At<number>[]
  readonly columns: readonly string[] | null
  readonly onConflict: readonly string[] | null
  /** For a function called by GET: parameters whose value is not a filter expression. */
  readonly arguments: readonly (readonly [name: string, value: string])[]
}
