/** What an application gives to the gateway. */
import type { Tries } from '#postgres/tries/limits.ts'
import type { ApiKeyOptions } from './api-keys/options.ts'
import type { MailDelivery } from './auth/context.ts'
import type { LinkPages } from './auth/links/link-page.ts'
import type { Keys } from './core/session.ts'
import type { EdgeFunction } from './functions/dispatch.ts'
import type { Pooling } from './pool-sizes.ts'
import type { Limits } from './realtime/limits.ts'
import type { PermanentFiles, PublicRenditions } from './storage/context.ts'
import type { FileStore } from './storage/stores/file-store.ts'
import type { UpstreamOptions } from './upstream/options.ts'

export type GatewayOptions = {
  /** Public origin of the gateway, used in links and token issuers. */
  url: string
  /** Where links in mails redirect without an allowed redirect_to. */
  siteUrl: string
  /** Globs of further allowed redirect targets. */
  redirectAllowList: string[]
  /**
   * Connection strings of the five logins, none of them the owner. `replication` reads the logical replication stream. Those of
   * services that the project answers are not used.
   */
  databaseUrls: { authenticator: string; auth: string; storage: string; realtime: string; replication: string }
  /** Where two of them listen to notifications, if the above lead through a transaction pooler, which delivers none. */
  listenUrls?: { authenticator: string; realtime: string }
  /** Default: straight to the database, with the sizes of POOL_SIZES. */
  pooling?: Pooling
  /** Schemas that /rest/v1 exposes, the first by default. */
  schemas: string[]
  keys: Keys
  /** The application's own keys for other systems; undefined: it has none. */
  apiKeys?: ApiKeyOptions | undefined
  auth: {
    autoconfirm: boolean
    bcryptCost: number
    /** Limits per client address; loopback is exempt. */ limits: boolean
    /** See AuthContext. Default false, as on hosted Supabase. */ secondFactorFirst?: boolean
  }
  mails: MailDelivery
  /** Texts and styles of the page behind a mailed link. */
  linkPages?: LinkPages
  /** Folder of image renditions, and of uploaded files unless `files` are elsewhere. */
  storageDir: string
  /** Where uploaded files lie; the caller closes it. */
  files?: FileStore | undefined
  /** The allowed renditions of files in public buckets; default: any size and quality. */
  publicRenditions?: PublicRenditions
  /**
   * Files of public buckets whose address never has another content: they are not replaced, so browsers and CDNs may keep them for a year.
   * Default: none.
   */
  permanentFiles?: PermanentFiles
  /** False on a database that the gateway's migrations did not make: files that the store refuses to delete are not noted there. */
  notesDeletedFiles?: boolean
  /** The project that answers some of the services; undefined: this process answers all. */
  upstream?: UpstreamOptions | undefined
  functions: Record<string, EdgeFunction>
  /** Functions that skip JWT verification (`verify_jwt = false` on hosted Supabase). They authenticate their callers themselves. */
  openFunctions?: readonly string[]
  /** The bytes of the largest body of some functions; others take 6 MB. */
  functionLimits?: Readonly<Record<string, number>>
  realtimeLimits?: Partial<Limits>
  /**
   * False: broadcast and presence work in private channels only, where policies decide who may read and write; public channels
   * deliver row changes only. Same as "Allow public access" of hosted Supabase.
   */
  realtimePublicChannels?: boolean
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
  now?: () => Date
  /** Where the auth service counts tries; default: in the memory of this process. */
  tries?: Tries
}
