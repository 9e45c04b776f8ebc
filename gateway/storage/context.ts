/** The services and types shared by all storage endpoints. */
import type pg from 'pg'
import type { Lru } from '../core/lru.ts'
import type { Session } from '../core/session.ts'
import type { FileStore } from './stores/file-store.ts'
import type { Renditions } from './renditions.ts'
import type { UrlSigner } from './signed-urls.ts'

/** The widths and qualities that anyone may request for images in public buckets; each one costs time and disk. */
export type PublicRenditions = { widths: readonly number[]; qualities: readonly number[] }

export type PermanentFiles = (bucket: string, key: string) => boolean

export type StorageContext = {
  /** Opened as supabase_storage_admin, which may switch to the caller's role and owns nothing. */
  pool: pg.Pool
  /** For lookups that bypass policies: whether a bucket is public and what it accepts. */
  system: Session
  /** Rows of the public objects read last, by bucket/key. */
  lastPublic: Lru<string, StoredObject>
  files: FileStore
  renditions: Renditions
  publicRenditions: PublicRenditions | undefined
  isPermanent: PermanentFiles
  /** Whether the database notes files whose rows are gone (gateway/migrations/0011_deleted_files.sql). */
  notesDeletedFiles: boolean
  signer: UrlSigner
  now: () => Date
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
}

export type StorageRequest = {
  request: Request
  url: URL
  /** Decoded: the bucket's id and the file's key, empty if the route has none. */
  bucket: string
  key: string
  /** The client's network for concurrency limits; null for loopback. */
  network: string | null
  /** The caller's session; rejects with InvalidJWT. Public and signed URLs do not use it. */
  session(): Promise<Session>
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
