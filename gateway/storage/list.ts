/** POST /object/list/{bucket}: one level of the folder tree formed by the slashes in keys. */
import { runAs } from '../core/as-caller.ts'
import { readJson, textOf } from './buckets.ts'
import type { StorageEndpoint } from './context.ts'
import { invalid } from './errors.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000
const COLUMNS = new Map([
  ['name', 'name'],
  ['updated_at', 'updated_at'],
  ['created_at', 'created_at'],
  ['last_accessed_at', 'last_accessed_at'],
])

function readNumber(value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw invalid('limit and offset must be whole numbers')
  return value
}

function readOrder(value: unknown): string {
  const order = typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  const column = COLUMNS.get(textOf(order['column'] ?? 'name'))
  if (!column) throw invalid(`sortBy.column must be one of ${[...COLUMNS.keys()].join(', ')}`)
  return `${column} ${textOf(order['order'] ?? 'asc').toLowerCase() === 'desc' ? 'desc' : 'asc'}`
}

export const listObjects: StorageEndpoint = async (context, { request, session, bucket }) => {
  const caller = await session()
  const body = await readJson(request)
  const folder = typeof body['prefix'] === 'string' ? body['prefix'].replace(/^\/+|(?<!\/)\/+$/g, '') : ''
  const prefix = folder === '' ? '' : `${folder}/`
  const search = typeof body['search'] === 'string' ? body['search'].toLowerCase() : ''
  const limit = Math.min(readNumber(body['limit'], DEFAULT_LIMIT), MAX_LIMIT)
  const order = readOrder(body['sortBy'])
  // Folders are not rows: they come first, with id null, and only if they contain an object that the caller may see.
  const [result] = await runAs(context.pool, caller, { readOnly: true }, [
    {
      text: `with below as (
               select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o where o.bucket_id = $1 and o.name ^@ $2
             ), entries as (
               select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
                      null::timestamptz as last_accessed_at, null::jsonb as metadata from below where strpos(rest, '/') > 0 group by 1
               union all
               select rest, id, updated_at, created_at, last_accessed_at, metadata from below where strpos(rest, '/') = 0
             )
             select * from entries where strpos(lower(name), $3) > 0 or $3 = '' order by (id is not null), ${order}, name limit $4 offset $5`,
      values: [bucket, prefix, search, limit, readNumber(body['offset'], 0)],
    },
  ])
  return Response.json(result?.rows ?? [])
}
