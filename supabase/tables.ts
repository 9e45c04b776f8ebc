/** The tables and views of the database with what the catalogue does not know of their columns (database.ts). Types only. */
import type { UnstableGetResult } from '@supabase/postgrest-js'
import type { ZoneRow } from '#domain/delivery/zones.ts'
import type { Logo } from '#domain/shop/brand.ts'
import type { Home } from '#domain/shop/home.ts'
import type { ChargeRow, DocumentFacts } from '#domain/documents/invoice-rows.ts'
import type { Database as Generated } from './database.types.ts'
import type { Overlay } from './results/rows.ts'

type Public = Generated['public']

/** What a json column holds, by table. A trigger or a check of the table holds the same shape. */
export type JsonColumns = {
  audit_log: { changes: Record<string, AuditChange> }
  delivery_rates: { zones: readonly ZoneRow[] }
  documents: { content: DocumentFacts }
  /** `offers`: appliedDiscounts (domain/discounts/discount.ts) reads them. */
  orders: { charges: readonly ChargeRow[]; offers: unknown }
  /** Tiers of several shapes, which parseTiers (domain/prices/price-tiers.ts) reads. */
  products: { pricing_tiers: unknown }
  settings: {
    hours: { days: string; opens: string | null; closes: string | null }[]
    social: Record<string, string>
    logo: Logo | null
    logo_dark: Logo | null
    home: Partial<Home>
  }
}

/** Columns of a view that are never null: PostgreSQL does not say so of a view. */
export type ViewColumns = {
  customers: { id: string; created_at: string; orders: number; spent: number; is_staff: boolean; is_guest: boolean; sort_name: string }
}

/** Before and after of a field; null where the value is not shown (personal data, secrets). */
export type AuditChange = [before: unknown, after: unknown] | null

export type OverlaidTables = {
  [Name in keyof Public['Tables']]: Name extends keyof JsonColumns
    ? {
        [Part in keyof Public['Tables'][Name]]: Part extends 'Relationships'
          ? Public['Tables'][Name][Part]
          : Overlay<Public['Tables'][Name][Part], JsonColumns[Name]>
      }
    : Public['Tables'][Name]
}

export type OverlaidViews = {
  [Name in keyof Public['Views']]: Name extends keyof ViewColumns
    ? Omit<Public['Views'][Name], 'Row'> & { Row: Overlay<Public['Views'][Name]['Row'], ViewColumns[Name]> }
    : Public['Views'][Name]
}

/** A row of a table as the API returns it. */
export type TableRow<Name extends keyof OverlaidTables> = OverlaidTables[Name]['Row']

/** What an insert or an update of a table takes. */
export type TableInsert<Name extends keyof OverlaidTables> = OverlaidTables[Name]['Insert']
export type TableUpdate<Name extends keyof OverlaidTables> = OverlaidTables[Name]['Update']

export type TableName = keyof OverlaidTables

/** The row that `select(columns)` of a table or view returns, with its embedded relations: `SelectedRow<'orders', typeof COLUMNS>`. */
export type SelectedRow<Name extends keyof (OverlaidTables & OverlaidViews), Columns extends string> = UnstableGetResult<
  { Tables: OverlaidTables; Views: OverlaidViews; Functions: Public['Functions'] },
  (OverlaidTables & OverlaidViews)[Name]['Row'],
  Name,
  (OverlaidTables & OverlaidViews)[Name]['Relationships'],
  Columns,
  { PostgrestVersion: '12' }
>
