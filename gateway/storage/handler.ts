/** /storage/v1: routing, URL decoding, and errors in Supabase Storage's format. */
import type pg from 'pg'
import { isUnavailable } from '../core/errors.ts'
import { Lru } from '../core/lru.ts'
import { urlOf } from '../core/request-url.ts'
import { limitedNetwork } from '../core/client-network.ts'
import { dataKeysOf, resolveSession, type Keys, type Session } from '../core/session.ts'
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, MAX_FILE_BYTES, updateBucket } from './buckets.ts'
import type { PermanentFiles, PublicRenditions, StorageContext, StorageEndpoint, StorageRequest } from './context.ts'
import { removeDeletedFiles } from './discard.ts'
import { download, info } from './download.ts'
import { errorResponse, invalid, refusalOf, StorageError, storeAway } from './errors.ts'
import { listObjects } from './list.ts'
import { copy, move } from './move.ts'
import { removeMany, removeOne } from './remove.ts'
import { renderImage } from './render.ts'
import { createRenditions } from './renditions.ts'
import { signMany, signOne } from './sign.ts'
import { createUrlSigner } from './signed-urls.ts'
import { StoreAway, type FileStore } from './stores/file-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { FORM_BYTES } from './read-upload.ts'
import { signUpload, upload, uploadSigned } from './upload.ts'

export type StorageOptions = {
  /** Opened as supabase_storage_admin. The caller closes it. */
  pool: pg.Pool
  keys: Keys
  /** Folder of renditions, and of files unless `files` are elsewhere. */
  dir: string
  /** The caller closes it. */
  files?: FileStore | undefined
  /** Undefined: all sizes and qualities. */
  publicRenditions?: PublicRenditions | undefined
  permanentFiles?: PermanentFiles | undefined
  notesDeletedFiles?: boolean | undefined
  now: () => Date
  log: StorageContext['log']
}

const B = '([^/]+)'
const K = '(.+)'
/** The first matching route wins. */
const ROUTES: [string, RegExp, StorageEndpoint][] = [
  ['GET', /^\/bucket\/?$/, listBuckets],
  ['POST', /^\/bucket\/?$/, createBucket],
  ['GET', new RegExp(`^/bucket/${B}$`), getBucket],
  ['PUT', new RegExp(`^/bucket/${B}$`), updateBucket],
  ['DELETE', new RegExp(`^/bucket/${B}$`), deleteBucket],
  ['POST', new RegExp(`^/bucket/${B}/empty$`), emptyBucket],
  ['POST', new RegExp(`^/object/list/${B}$`), listObjects],
  ['POST', /^\/object\/move$/, move],
  ['POST', /^\/object\/copy$/, copy],
  ['POST', new RegExp(`^/object/upload/sign/${B}/${K}$`), signUpload],
  ['PUT', new RegExp(`^/object/upload/sign/${B}/${K}$`), uploadSigned],
  ['POST', new RegExp(`^/object/sign/${B}$`), signMany],
  ['POST', new RegExp(`^/object/sign/${B}/${K}$`), signOne],
  ['GET', new RegExp(`^/object/sign/${B}/${K}$`), download('sign')],
  ['GET', new RegExp(`^/object/public/${B}/${K}$`), download('public')],
  ['GET', new RegExp(`^/object/info/public/${B}/${K}$`), info('public')],
  ['GET', new RegExp(`^/object/info/(?:authenticated/)?${B}/${K}$`), info('authenticated')],
  ['GET', new RegExp(`^/object/authenticated/${B}/${K}$`), download('authenticated')],
  ['GET', new RegExp(`^/render/image/public/${B}/${K}$`), renderImage('public')],
  ['GET', new RegExp(`^/render/image/authenticated/${B}/${K}$`), renderImage('authenticated')],
  ['GET', new RegExp(`^/render/image/sign/${B}/${K}$`), renderImage('sign')],
  ['GET', new RegExp(`^/object/${B}/${K}$`), download('authenticated')],
  ['POST', new RegExp(`^/object/${B}/${K}$`), upload],
  ['PUT', new RegExp(`^/object/${B}/${K}$`), upload],
  ['DELETE', new RegExp(`^/object/${B}/${K}$`), removeOne],
  ['DELETE', new RegExp(`^/object/${B}$`), removeMany],
]

const FILE_ENDPOINTS: ReadonlySet<StorageEndpoint | undefined> = new Set([upload, uploadSigned])

const UNSUPPORTED = /^\/(object\/list-v2|upload\/resumable|s3|cdn|iceberg|vector)(\/|$)/

function decode(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '')
  } catch {
    throw invalid('The URL is not encoded correctly')
  }
}

export type StorageHandler = {
  /** `path` is the path after /storage/v1, still encoded. */
  handle(request: Request, path: string, remoteAddress: string | null): Promise<Response>
  /** See discard.ts. */
  removeDeletedFiles(): Promise<number>
}

/** About 1 MB of rows. */
const LAST_PUBLIC = 2000

function findRoute(method: string, path: string): (typeof ROUTES)[number] | undefined {
  return ROUTES.find(([wanted, pattern]) => wanted === method && pattern.test(path))
}

/** Maximum body size in bytes for endpoints that stream files; 0 for other requests. */
export function fileLimit(method: string, path: string): number {
  return FILE_ENDPOINTS.has(findRoute(method, path)?.[2]) ? MAX_FILE_BYTES + FORM_BYTES : 0
}

export async function createStorageHandler(options: StorageOptions): Promise<StorageHandler> {
  const { keys, now, log } = options
  const service = await resolveSession({ headers: new Headers({ apikey: keys.secretKey }) }, keys)
  if (!service.ok) throw new Error('Invalid secret key')
  const context: StorageContext = {
    pool: options.pool,
    system: service.session,
    lastPublic: new Lru(LAST_PUBLIC),
    files: options.files ?? (await createFolderStore(options.dir)),
    renditions: await createRenditions(options.dir, log),
    publicRenditions: options.publicRenditions,
    isPermanent: options.permanentFiles ?? (() => false),
    notesDeletedFiles: options.notesDeletedFiles ?? true,
    signer: createUrlSigner(dataKeysOf(keys), now),
    now,
    log,
  }

  async function sessionOf(request: Request): Promise<Session> {
    const resolved = await resolveSession(request, keys, { now })
    if (!resolved.ok) throw new StorageError(403, 'InvalidJWT', 'Unauthorized', resolved.error.message)
    return resolved.session
  }

  async function dispatch(request: Request, path: string, remoteAddress: string | null): Promise<Response> {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = findRoute(method, path)
    const match = found?.[1].exec(path)
    if (!found || !match || UNSUPPORTED.test(path)) {
      if (UNSUPPORTED.test(path)) throw new StorageError(501, 'NotImplemented', 'not_implemented', 'This part of the storage interface is not supported')
      throw new StorageError(404, 'NotFound', 'not_found', 'Route not found')
    }
    const storageRequest: StorageRequest = {
      request,
      url: urlOf(request),
      bucket: decode(match[1]),
      key: decode(match[2]),
      network: limitedNetwork(remoteAddress),
      session: () => sessionOf(request),
    }
    return found[2](context, storageRequest)
  }

  return {
    removeDeletedFiles: () => removeDeletedFiles(context),
    async handle(request, path, remoteAddress) {
      try {
        return await dispatch(request, path, remoteAddress)
      } catch (error) {
        const refusal = error instanceof StorageError ? error : refusalOf(error)
        if (refusal) return errorResponse(refusal)
        log({ level: 'error', message: `storage: ${request.method} failed`, data: error instanceof StoreAway ? error.message : error })
        if (error instanceof StoreAway) return errorResponse(storeAway())
        if (isUnavailable(error)) return errorResponse(new StorageError(503, 'SlowDown', 'slow_down', 'The database does not answer: try again in a moment'))
        return errorResponse(new StorageError(500, 'InternalError', 'internal', 'Internal Server Error'))
      }
    },
  }
}
