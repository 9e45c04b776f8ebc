/**
 * The types of the database for clients: what `npm run types` reads from the catalogue (database.types.ts), with what the catalogue does
 * not know: the shape of json and which columns may be null, of tables and views in tables.ts, of functions in results/. Values of a text
 * column that a check lists are in the generated types already. Types only: nothing of it reaches a bundle.
 */
import type { Database as Generated, Json } from './database.types.ts'
import type { AnalyticsResults } from './results/analytics.ts'
import type { DashboardResults } from './results/dashboard.ts'
import type { OrderResults } from './results/orders.ts'
import type { PeopleResults } from './results/people.ts'
import type { ProductResults } from './results/products.ts'
import type { Overlay } from './results/rows.ts'
import type { RemittanceResults } from './results/remittances.ts'
import type { SettingsResults } from './results/settings.ts'
import type { JsonColumns, OverlaidTables, OverlaidViews, ViewColumns } from './tables.ts'

export type { AuditChange, SelectedRow, TableInsert, TableName, TableRow, TableUpdate } from './tables.ts'

/** What a function takes: lists of objects that it reads field by field, and arguments that may be null although they have no default. */
type Arguments = {
  ask_return: { p_lines: readonly object[] }
  book_return: { p_lines: readonly object[] }
  close_return: { p_lines?: readonly object[] }
  receive_return: { p_lines: readonly object[] }
  arrange_categories: { p_parent: string | null }
  change_products: { p_changes: readonly object[] }
  import_products: { p_rows: readonly object[] }
  save_family: { p_version: number | null; p_values: readonly object[]; p_members: readonly object[] }
  save_product: { p_version: number | null }
  settle_remittance_line: { p_order: string | null }
}

type Public = Generated['public']

/** What a function returns, where the catalogue does not say it. */
type Results = AnalyticsResults & DashboardResults & OrderResults & PeopleResults & ProductResults & RemittanceResults & SettingsResults

/** Tables and functions as `Table.column` and `function` whose json, or whose returned columns, need a description. */
type JsonColumnNames = {
  [Name in keyof Public['Tables']]: {
    [Column in keyof Public['Tables'][Name]['Row'] & string]: Json extends Public['Tables'][Name]['Row'][Column] ? `${Name}.${Column}` : never
  }[keyof Public['Tables'][Name]['Row'] & string]
}[keyof Public['Tables']]
type DescribedColumns = { [Name in keyof JsonColumns]: `${Name}.${keyof JsonColumns[Name] & string}` }[keyof JsonColumns]
type AnyRow = Public['Tables'][keyof Public['Tables']]['Row']
type VagueFunctions = {
  [Name in keyof Public['Functions']]: Json extends Public['Functions'][Name]['Returns']
    ? Name
    : Public['Functions'][Name]['Returns'] extends (infer Row extends object)[]
      ? Row extends AnyRow
        ? never
        : Name
      : never
}[keyof Public['Functions']]

type None<Name extends never> = Name
/** The compiler names here what has no description yet, and what is described but gone. */
export type Complete = [
  None<Exclude<JsonColumnNames, DescribedColumns>>,
  None<Exclude<DescribedColumns, JsonColumnNames>>,
  None<Exclude<VagueFunctions, keyof Results>>,
  None<Exclude<keyof Arguments | keyof Results, keyof Public['Functions']>>,
  None<Exclude<keyof ViewColumns, keyof Public['Views']>>,
]

type OverlaidFunctions = {
  [Name in keyof Public['Functions']]: {
    Args: Name extends keyof Arguments ? Overlay<Public['Functions'][Name]['Args'], Arguments[Name]> : Public['Functions'][Name]['Args']
    Returns: Name extends keyof Results ? Results[Name] : Public['Functions'][Name]['Returns']
  }
}

export type Database = {
  public: Omit<Public, 'Tables' | 'Views' | 'Functions'> & { Tables: OverlaidTables; Views: OverlaidViews; Functions: OverlaidFunctions }
}

/** A row that a function returns. */
export type FunctionRow<Name extends keyof OverlaidFunctions> = OverlaidFunctions[Name]['Returns'] extends (infer Row)[] ? Row : never
