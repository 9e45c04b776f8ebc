/** /bucket: runs under the caller's role; without policies only the service role sees buckets. */
import { parseJsonObject } from '../core/json-object.ts'
import { runAs } from '../core/as-caller.ts'
import type { Bucket, StorageContext, StorageEndpoint } from './context.ts'
import { discardAll } from './discard.ts'
import { accessDenied, invalid, noSuchBucket, StorageError } from './errors.ts'
import { checkBucketId } from './keys.ts'

const COLUMNS = 'id, name, public, file_size_limit, allowed_mime_types, owner, created_at, updated_at'
/** Maximum file size in bytes, unless the bucket sets a smaller limit. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024
/** Decimal, as in Supabase Storage: a limit of '20mb' is 20,000,000 bytes. */
const UNITS: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** Reads a bucket regardless of policies, because its settings apply to every caller. Throws NoSuchBucket. */
export async function systemBucket(context: StorageContext, id: string): Promise<Bucket> {
  const [result] = await runAs(context.pool, context.system, { readOnly: true }, [
    { name: 'bucket', text: `select ${COLUMNS} from storage.buckets where id = $1`, values: [id] },
  ])
  const bucket: Bucket | undefined = result?.rows[0]
  if (!bucket) throw noSuchBucket()
  return bucket
}

export function sizeLimit(bucket: Bucket): number {
  return bucket.file_size_limit === null ? MAX_FILE_BYTES : Math.min(Number(bucket.file_size_limit), MAX_FILE_BYTES)
}

function bucketJson(bucket: Bucket): Record<string, unknown> {
  return { ...bucket, owner: bucket.owner ?? '', type: 'STANDARD', file_size_limit: bucket.file_size_limit === null ? null : Number(bucket.file_size_limit) }
}

/** Converts strings and numbers only: an object from the request may have a `toString` that is not a function. */
export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function readSize(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const match = /^(\d+)\s*(B|KB|MB|GB)?$/i.exec(textOf(value))
  if (!match) throw invalid('file_size_limit is not a size')
  return Number(match[1]) * (UNITS[(match[2] ?? 'B').toUpperCase()] ?? 1)
}

function readTypes(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) throw invalid('allowed_mime_types must be a list')
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || !/^[a-z0-9*.+-]+\/[a-z0-9*.+-]+$/i.test(one))
      throw new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${textOf(one)} is not supported`)
    return one.toLowerCase()
  })
}

export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = parseJsonObject(await request.text().catch(() => ''))
  if (!body) throw invalid('The body must be a JSON object')
  return body
}

export const listBuckets: StorageEndpoint = async (context, { session }) => {
  const [result] = await runAs(context.pool, await session(), { readOnly: true }, [{ text: `select ${COLUMNS} from storage.buckets order by name` }])
  return Response.json((result?.rows ?? []).map(bucketJson))
}

export const getBucket: StorageEndpoint = async (context, { session, bucket }) => {
  const [result] = await runAs(context.pool, await session(), { readOnly: true }, [
    { text: `select ${COLUMNS} from storage.buckets where id = $1`, values: [bucket] },
  ])
  const row: Bucket | undefined = result?.rows[0]
  if (!row) throw noSuchBucket()
  return Response.json(bucketJson(row))
}

export const createBucket: StorageEndpoint = async (context, { request, session }) => {
  const caller = await session()
  const body = await readJson(request)
  const name = checkBucketId(textOf(body['name'] ?? body['id']))
  const id = checkBucketId(textOf(body['id'] ?? name))
  await runAs(context.pool, caller, {}, [
    {
      text: 'insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $2, $3, $4, $5)',
      values: [id, name, body['public'] === true, readSize(body['file_size_limit']), readTypes(body['allowed_mime_types'])],
    },
  ])
  return Response.json({ name })
}

export const updateBucket: StorageEndpoint = async (context, { request, session, bucket }) => {
  const caller = await session()
  await systemBucket(context, bucket)
  const body = await readJson(request)
  const [result] = await runAs(context.pool, caller, {}, [
    {
      text: `update storage.buckets set public = coalesce($2, public), file_size_limit = case when $3 then $4 else file_size_limit end,
               allowed_mime_types = case when $5 then $6 else allowed_mime_types end, updated_at = now() where id = $1`,
      values: [
        bucket,
        typeof body['public'] === 'boolean' ? body['public'] : null,
        'file_size_limit' in body,
        readSize(body['file_size_limit']),
        'allowed_mime_types' in body,
        readTypes(body['allowed_mime_types']),
      ],
    },
  ])
  if (result?.rowCount !== 1) throw accessDenied()
  return Response.json({ message: 'Successfully updated' })
}

export const emptyBucket: StorageEndpoint = async (context, { session, bucket }) => {
  const caller = await session()
  await systemBucket(context, bucket)
  const [result] = await runAs(context.pool, caller, {}, [{ text: 'delete from storage.objects where bucket_id = $1 returning version', values: [bucket] }])
  await discardAll(
    context,
    (result?.rows ?? []).map(({ version }: { version: string }) => version),
  )
  return Response.json({ message: 'Successfully emptied' })
}

export const deleteBucket: StorageEndpoint = async (context, { session, bucket }) => {
  const caller = await session()
  await systemBucket(context, bucket)
  const [result] = await runAs(context.pool, caller, {}, [{ text: 'delete from storage.buckets where id = $1', values: [bucket] }])
  if (result?.rowCount !== 1) throw accessDenied()
  return Response.json({ message: 'Successfully deleted' })
}
