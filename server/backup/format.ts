/** What a backup holds, and in which order (docs/decisions/0113-backups.md): the header, tables, files, keys, and the manifest at last. */
import * as v from 'valibot'

/** Why a backup cannot be made or read, in one sentence for the owner. */
export class BackupError extends Error {}

/** Raised when an older shop could no longer read what this one writes. */
export const FORMAT = 1

export const HEADER = 'shringar-backup.json'
export const MANIFEST = 'manifest.json'
export const KEYS = 'keys.json'

/** Bytes of JSON that are read into memory. A shop has about a hundred tables. */
export const MOST_JSON = 4_000_000

const name = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const table = v.object({ schema: name, name, columns: v.pipe(v.array(name), v.minLength(1), v.maxLength(1600)) })
export type Table = v.InferOutput<typeof table>

export const headerSchema = v.object({
  format: v.number(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  shop: v.string(),
  postgres: v.string(),
  /** The last migration of the shop. */
  schema: v.pipe(v.string(), v.regex(/^\d{14}$/)),
  /** The last migration of the shop's own services; null on the database of a Supabase project. */
  services: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,14}$/))),
  /** Whose the accounts and files are: of the shop's own services, or of a Supabase project's. */
  accounts: v.picklist(['shop', 'project']),
  /** The logins of the shop that exist; their passwords follow from the keys. */
  logins: v.array(name),
  tables: v.pipe(v.array(table), v.maxLength(5000)),
})
export type Header = v.InferOutput<typeof headerSchema>

const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  tables: v.record(v.string(), v.object({ rows: count, bytes: count, sha256: digest, rows_sha256: digest })),
  sequences: v.array(v.object({ schema: name, name, last_value: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)), is_called: v.boolean() })),
  files: v.object({ count, bytes: count, missing: count }),
  /** Issued documents whose bytes are in the file store. Backups from before they were have none. */
  documents: v.optional(v.object({ count, bytes: count, missing: count, damaged: count }), { count: 0, bytes: 0, missing: 0, damaged: 0 }),
  keys_sha256: digest,
})
export type Manifest = v.InferOutput<typeof manifestSchema>

export const nameOf = ({ schema, name: own }: { schema: string; name: string }): string => `${schema}.${own}`

/** The names of entries: parts of a table, files by the id of their row with the hash after each, documents by their name in the store. */
export const tablePart = (of: Table, part: number): string => `database/${nameOf(of)}/${String(part).padStart(6, '0')}.copy`
export const PART = /^database\/([a-z0-9_]+\.[a-z0-9_]+)\/\d{6,}\.copy$/
export const FILE = /^files\/([0-9a-f-]{36})$/
export const FILE_HASH = /^files\/([0-9a-f-]{36})\.sha256$/
export const DOCUMENT = /^documents\/([0-9a-f-]{36})$/
