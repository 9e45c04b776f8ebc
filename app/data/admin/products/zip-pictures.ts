/** Pictures from the files of a ZIP archive: which products they are of, and adding each to its product (docs/decisions/0074-pictures-by-address.md). */
import type { ZipPictureOutcome } from '#supabase/results/products.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { notWritten } from './import.ts'

const AT_ONCE = 500

/** Those of the SKUs that are in the shop. */
export async function fetchKnownSkus(skus: readonly string[], signal: AbortSignal): Promise<string[]> {
  const client = await loadSupabase()
  const known: string[] = []
  for (let at = 0; at < skus.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const { data, error } = await client.rpc('products_by_sku', { p_skus: skus.slice(at, at + AT_ONCE) }).select('sku')
    if (error) throw new Error(error.message, { cause: error })
    known.push(...data.map(({ sku }) => sku))
  }
  return known
}

/** `hash`: the SHA-256 of the file as hex digits. `path`: where it was uploaded to; null asks whether an upload is worth it. */
export type ZipPicture = { sku: string; place: number; hash: string; path: string | null; thumbhash: string | null }

/** @throws TypeError if another try may succeed, Error if the shop refuses */
export async function addZipPicture(run: string, { sku, place, hash, path, thumbhash }: ZipPicture): Promise<ZipPictureOutcome> {
  const client = await loadSupabase()
  const { data, error, status } = await client.rpc('add_zip_picture', {
    p_import: run,
    p_sku: sku,
    p_place: place,
    p_hash: hash,
    ...(path === null ? {} : { p_path: path }),
    ...(thumbhash === null ? {} : { p_thumbhash: thumbhash }),
  })
  if (!error) return data
  const { why, message } = notWritten(error, status)
  throw why === 'refused' ? new Error(message, { cause: error }) : new TypeError(message, { cause: error })
}
