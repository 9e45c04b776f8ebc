/** The schema cache's view of the database, read from pg_catalog, never derived from a request. */
export type Column = {
  readonly name: string
  /** As printed by format_type with an empty search_path, qualified if needed: safe to write into SQL. */
  readonly type: string
  /** SQL of the default, `nextval(…)` for an identity; null for none or a generated column. */
  readonly defaultSql: string | null
  /** The function that converts JSON input, for a domain with an implicit cast from json; quoted and qualified. */
  readonly fromJson: string | null
}

export type Relation = {
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'view'
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
}

export type ForeignKey = {
  readonly name: string
  readonly table: Relation
  readonly columns: readonly string[]
  readonly referenced: Relation
  readonly referencedColumns: readonly string[]
  /** True if at most one row can refer to the same row: the columns are a primary key or unique. */
  readonly unique: boolean
}

export type FunctionParameter = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly variadic: boolean
}

export type FunctionResult =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar'; readonly type: string }
  /** `relation` is the table of `setof table`, or a synthetic one of the OUT columns or the composite type. */
  | { readonly kind: 'row'; readonly relation: Relation }

export type SqlFunction = {
  readonly schema: string
  readonly name: string
  readonly parameters: readonly FunctionParameter[]
  readonly returnsSet: boolean
  readonly result: FunctionResult
  readonly volatile: boolean
}

export type Schema = {
  readonly relations: ReadonlyMap<string, Relation>
  /** All overloads of a name. */
  readonly functions: ReadonlyMap<string, readonly SqlFunction[]>
}

export type SchemaSnapshot = {
  readonly schemas: ReadonlyMap<string, Schema>
  readonly foreignKeys: readonly ForeignKey[]
  /** Per role, the settings of ALTER ROLE … SET that a login may set itself: SET ROLE does not apply them. */
  readonly roleSettings: ReadonlyMap<string, ReadonlyMap<string, string>>
}
