/** The client of an S3-compatible store, and what its errors become. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { StoreAway, StoreRefuses } from './file-store.ts'

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
export function awayOf(error: unknown): StoreAway {
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
export async function ask<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return null
    throw awayOf(error)
  }
}

export function openS3Client({ region, endpoint, pathStyle, credentials }: S3Settings): S3Client {
  return new S3Client({
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
}
