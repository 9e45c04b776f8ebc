/** What every storage endpoint gets. */
import type pg from 'pg'
import type { Session } from '../core/session.ts'
import type { FileStore } from './file-store.ts'
import type { Renditions } from './renditions.ts'
import type { UrlSigner } from './signed-urls.ts'

/** The widths and qualities in which anybody may have a picture of a public bucket rendered; each more costs time and disk. */
export type PublicRenditions = { widths: readonly number[]; qualities: readonly number[] }

export type StorageContext = {
  /** Opened as supabase_storage_admin, which may become the caller's role and owns nothing. */
  pool: pg.Pool
  /** For look-ups that policies must not decide: which bucket is public and what it accepts. */
  system: Session
  files: FileStore
  renditions: Renditions
  publicRenditions: PublicRenditions | undefined
  signer: UrlSigner
  now: () => Date
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
}

export type StorageRequest = {
  request: Request
  url: URL
  /** Decoded: the bucket's id and the file's key, empty where the route has none. */
  bucket: string
  key: string
  /** Whose work counts together; null for loopback. */
  network: string | null
  /** The caller; throws the refusal of a bad token. Public and signed addresses never ask. */
  session(): Session
}

export type StorageEndpoint = (context: StorageContext, request: StorageRequest) => Promise<Response>

export type Bucket = {
  id: string
  name: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
  owner: string | null
  created_at: Date
  updated_at: Date
}

export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  version: string
  owner: string | null
  owner_id: string | null
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}
