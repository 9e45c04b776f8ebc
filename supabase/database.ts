/**
 * The types of the database for clients: what `npm run types` reads from the catalogue (database.types.ts), with the precise shape of json,
 * which the catalogue does not know. Values of a text column that a check lists are in the generated types already. Types only: nothing of
 * it reaches a bundle.
 */
import type { DocumentFacts } from '#domain/documents/invoice-rows.ts'
import type { Database as Generated } from './database.types.ts'

/** What a json column holds, by table. A trigger or a check of the table holds the same shape. */
type JsonColumns = {
  audit_log: { changes: Record<string, AuditChange> }
  documents: { content: DocumentFacts }
  settings: { hours: { days: string; opens: string | null; closes: string | null }[]; social: Record<string, string> }
}

/** Columns of a view that are never null: PostgreSQL does not say so of a view. */
type ViewColumns = {
  customers: { id: string; created_at: string; orders: number; spent: number; is_staff: boolean; sort_name: string }
}

/** What a function takes: lists of objects that it reads field by field, and arguments that may be null although they have no default. */
type Arguments = {
  arrange_categories: { p_parent: string | null }
  change_products: { p_changes: readonly object[] }
  import_products: { p_rows: readonly object[] }
  save_product: { p_version: number | null }
}

/** Before and after of a field; null where the value is not shown (personal data, secrets). */
export type AuditChange = [before: unknown, after: unknown] | null

type Public = Generated['public']

/** Puts the columns of `Precise` in the place of those of the same name. */
type Overlay<Row, Precise> = { [Column in keyof Row]: Column extends keyof Precise ? Precise[Column] : Row[Column] }

type OverlaidTables = {
  [Name in keyof Public['Tables']]: Name extends keyof JsonColumns
    ? {
        [Part in keyof Public['Tables'][Name]]: Part extends 'Relationships'
          ? Public['Tables'][Name][Part]
          : Overlay<Public['Tables'][Name][Part], JsonColumns[Name]>
      }
    : Public['Tables'][Name]
}

type OverlaidViews = {
  [Name in keyof Public['Views']]: Name extends keyof ViewColumns
    ? Omit<Public['Views'][Name], 'Row'> & { Row: Overlay<Public['Views'][Name]['Row'], ViewColumns[Name]> }
    : Public['Views'][Name]
}

type OverlaidFunctions = {
  [Name in keyof Public['Functions']]: Name extends keyof Arguments
    ? { Args: Overlay<Public['Functions'][Name]['Args'], Arguments[Name]>; Returns: Public['Functions'][Name]['Returns'] }
    : Public['Functions'][Name]
}

export type Database = {
  public: Omit<Public, 'Tables' | 'Views' | 'Functions'> & { Tables: OverlaidTables; Views: OverlaidViews; Functions: OverlaidFunctions }
}

/** A row of a table as the API returns it. */
export type TableRow<Name extends keyof OverlaidTables> = OverlaidTables[Name]['Row']

export type TableName = keyof OverlaidTables
