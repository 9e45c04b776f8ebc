/** Files in a bucket of an S3-compatible store. Its client is loaded only with this module: a shop with a folder pays nothing for it. */
import { randomUUID } from 'node:crypto'
import type { ReadableStream } from 'node:stream/web'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { isUuid } from '../../core/uuid.ts'
import { relativePath, StoreAway, StoreRefuses, type ByteRange, type FileStore, type ListedFile } from './file-store.ts'
import { uploadTo } from './s3-upload.ts'

export type S3Settings = {
  bucket: string
  /** Begins every key; '' or with a slash at its end. */
  prefix: string
  region: string
  /** Undefined: Amazon's own of the region. */
  endpoint: string | undefined
  /** Whether the bucket is the first part of the path, not of the host's name. */
  pathStyle: boolean
  /** Undefined: what the machine provides (environment, container or instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Milliseconds until a connection stands, and until a request is answered; a slow reader of a body has all the time it needs. */
const CONNECT = 3000
const ANSWER = 30_000
/** A slow reader holds one as long as it reads; the HTTP server ends readers that stop. */
const CONNECTIONS = 1000

/** Errors of the settings, which waiting does not help: they end the start of a shop. */
const REFUSALS = new Set(['NoSuchBucket', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'PermanentRedirect', 'InvalidBucketName', 'Forbidden'])

/** Without the cause: the client's errors carry requests with signatures, which must not reach a log. */
function awayOf(error: unknown): StoreAway {
  if (error instanceof StoreAway) return error
  const name = error instanceof Error ? error.name : 'Error'
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  // An answer to HEAD has no body that would name the reason.
  if (error instanceof S3ServiceException && (REFUSALS.has(name) || error.$metadata.httpStatusCode === 403))
    return new StoreRefuses(`The file store refuses the request: ${name}`)
  return new StoreAway(`The file store does not answer: ${name}${code}`)
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

/** Null for a missing object; throws StoreAway for every other failure of the store. */
async function ask<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return null
    throw awayOf(error)
  }
}

const rangeHeader = (range: ByteRange | undefined): { Range?: string } => (range ? { Range: `bytes=${range.start}-${range.end}` } : {})

export function createS3Store({ bucket, prefix, region, endpoint, pathStyle, credentials }: S3Settings): FileStore {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 3,
    // Not every compatible store knows the newer checksums; the upload sends an MD5, which all of them verify.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT,
      requestTimeout: ANSWER,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  })
  const keyOf = (version: string): string => `${prefix}files/${relativePath(version)}`
  const at = (version: string): { Bucket: string; Key: string } => ({ Bucket: bucket, Key: keyOf(version) })

  async function list(part: string): Promise<ListedFile[]> {
    const found: ListedFile[] = []
    let next: string | undefined
    do {
      const page = await ask(() => client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}files/${part}/`, ContinuationToken: next })))
      for (const { Key, Size = 0, LastModified = new Date() } of page?.Contents ?? []) {
        const version = Key?.split('/').at(-1) ?? ''
        if (isUuid(version)) found.push({ version, size: Size, modified: LastModified })
      }
      next = page?.NextContinuationToken
    } while (next !== undefined)
    return found
  }

  return {
    async put(content, version = randomUUID()) {
      await uploadTo(client, at(version), content, awayOf)
      return version
    },
    async open(version, range) {
      const answer = await ask(() => client.send(new GetObjectCommand({ ...at(version), ...rangeHeader(range) })))
      if (!answer?.Body) return null
      return { size: answer.ContentLength ?? 0, body: answer.Body.transformToWebStream() as ReadableStream<Uint8Array> }
    },
    async facts(version) {
      const answer = await ask(() => client.send(new HeadObjectCommand(at(version))))
      return answer && { size: answer.ContentLength ?? 0, sha256: answer.Metadata?.['sha256'] ?? null }
    },
    async copy(version) {
      const made = randomUUID()
      const answer = await ask(() => client.send(new CopyObjectCommand({ ...at(made), CopySource: encodeURI(`${bucket}/${keyOf(version)}`) })))
      return answer && made
    },
    async remove(version) {
      await ask(() => client.send(new DeleteObjectCommand(at(version))))
    },
    list,
    close: () => client.destroy(),
  }
}
