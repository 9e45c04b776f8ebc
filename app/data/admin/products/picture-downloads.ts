/** The pictures that imports name by their address: the shop downloads them while the admin goes on (docs/decisions/0074-pictures-by-address.md). */
import type { PictureDownloads } from '#supabase/results/products.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { notWritten } from './import.ts'
import type { NotWritten } from './import.ts'

export type { PictureDownloads, PictureFailure } from '#supabase/results/products.ts'

export type ProductPictures = { sku: string; addresses: readonly string[] }
export type QueuedChunk = { ok: true; queued: number; known: number } | NotWritten

/** Sent twice it queues nothing twice. `run`: the import that they belong to. */
export async function queuePictures(run: string, pictures: readonly ProductPictures[]): Promise<QueuedChunk> {
  const client = await loadSupabase()
  const { data, error, status } = await client.rpc('queue_pictures', { p_import: run, p_pictures: pictures })
  return error ? notWritten(error, status) : { ok: true, ...data }
}

export async function fetchPictureDownloads(): Promise<PictureDownloads> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('picture_downloads')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Tries the failed ones again, or forgets them. */
export async function settleFailedPictures(again: boolean): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('settle_failed_pictures', { p_again: again })
  if (error) throw new Error(error.message, { cause: error })
}
