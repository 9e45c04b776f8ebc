/** POST /object/sign/{bucket}[/{key}]: signed URLs that anyone may open until they expire. */
import { runAs } from '../core/as-caller.ts'
import { readJson, textOf } from './buckets.ts'
import type { StorageContext, StorageEndpoint } from './context.ts'
import { invalid } from './errors.ts'
import { objectFor } from './find-object.ts'
import { checkKey } from './keys.ts'
import { readTransform } from './transform.ts'

const MAX_SECONDS = 365 * 86_400
const MAX_KEYS = 1000

function readSeconds(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_SECONDS)
    throw invalid('expiresIn must be a whole number of seconds, at most a year')
  return value
}

/** The client encodes the URL itself, so the key is not encoded here. */
function signedUrl(context: StorageContext, file: string, seconds: number, transform: Record<string, string> | null): string {
  const token = context.signer.sign({ use: 'download', url: file, ...(transform ? { transform } : {}) }, seconds)
  return `/${transform ? 'render/image' : 'object'}/sign/${file}?token=${token}`
}

export const signOne: StorageEndpoint = async (context, { request, bucket, key, session }) => {
  const caller = await session()
  checkKey(key)
  const body = await readJson(request)
  const seconds = readSeconds(body['expiresIn'])
  const given = body['transform']
  const transform = typeof given === 'object' && given !== null ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)])) : null
  if (transform) readTransform(new URLSearchParams(transform))
  await objectFor(context, caller, bucket, key)
  return Response.json({ signedURL: signedUrl(context, `${bucket}/${key}`, seconds, transform) })
}

export const signMany: StorageEndpoint = async (context, { request, bucket, session }) => {
  const caller = await session()
  const { expiresIn, paths } = await readJson(request)
  const seconds = readSeconds(expiresIn)
  if (!Array.isArray(paths) || paths.length > MAX_KEYS || !paths.every((key): key is string => typeof key === 'string'))
    throw invalid(`paths must list up to ${MAX_KEYS} keys`)
  const [result] = await runAs(context.pool, caller, { readOnly: true }, [
    { text: 'select name from storage.objects where bucket_id = $1 and name = any($2)', values: [bucket, paths] },
  ])
  const seen = new Set((result?.rows ?? []).map(({ name }: { name: string }) => name))
  return Response.json(
    paths.map((key) =>
      seen.has(key)
        ? { error: null, path: key, signedURL: signedUrl(context, `${bucket}/${key}`, seconds, null) }
        : { error: 'Either the object does not exist or you do not have access to it', path: key, signedURL: null },
    ),
  )
}
