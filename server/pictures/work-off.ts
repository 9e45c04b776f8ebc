/** Works off the pictures that imports name by their address (docs/decisions/0074-pictures-by-address.md). */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { UpstreamAway } from '#gateway/core/errors.ts'
import type { FunctionContext } from '#functions/context.ts'
import type { StoredFiles } from '../jobs/retention.ts'
import { download } from './download.ts'
import type { Outside } from './download.ts'
import { readPicture } from './read-picture.ts'

type Files = Pick<FunctionContext['storage'], 'put'> & StoredFiles
type Job = { id: string; address: string }

const BUCKET = 'product_images'
/** Downloads at once: enough for a slow host, and few enough for the shop's own visitors. */
const AT_ONCE = 4

/**
 * Downloads until nothing is due. A picture that cannot be had now is tried again later, one that cannot be had at all is kept as a
 * failure for the admin.
 *
 * @param signal ends it when the server closes; what was under way is taken up again after five minutes
 * @returns how many pictures were kept
 */
export async function workOffPictures(pool: Pool, files: Files, outside: Outside, signal: AbortSignal): Promise<number> {
  let kept = 0
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const { rows } = await pool.query<Job>('select id, address from private.take_picture_downloads(1)')
      const [job] = rows
      if (job === undefined) return
      if (await keep(pool, files, outside, signal, job)) kept += 1
    }
  }
  // One answer decides how many are worth starting: most of the time nothing is due.
  const { rows } = await pool.query<Job>('select id, address from private.take_picture_downloads($1)', [AT_ONCE])
  await Promise.all(
    rows.map(async (job) => {
      if (await keep(pool, files, outside, signal, job)) kept += 1
      await work()
    }),
  )
  return kept
}

async function keep(pool: Pool, files: Files, outside: Outside, signal: AbortSignal, { id, address }: Job): Promise<boolean> {
  const failed = async (failure: string, again: boolean): Promise<false> => {
    await pool.query('select private.fail_picture($1, $2, $3)', [id, failure, again])
    return false
  }
  const downloaded = await download(address, outside, signal)
  if (!downloaded.ok) return signal.aborted ? false : failed(downloaded.failure, downloaded.again)
  const picture = await readPicture(downloaded.bytes)
  if (picture === null) return failed('NOT_A_PICTURE', false)
  const key = `${randomUUID()}.${picture.extension}`
  try {
    await files.put(BUCKET, key, picture.bytes, picture.type)
  } catch (error) {
    // The storage is away: all pictures wait, and none of them fails.
    if (error instanceof UpstreamAway) throw error
    // The disk is full, or the bucket does not take what the decoder took: neither may keep the other pictures waiting.
    return failed('NOT_A_PICTURE', true)
  }
  const { rows } = await pool.query<{ kept: boolean }>('select private.keep_picture($1, $2, $3) as kept', [id, `${BUCKET}/${key}`, picture.thumbhash])
  if (rows[0]?.kept === true) return true
  await files.remove(BUCKET, [key])
  return false
}
