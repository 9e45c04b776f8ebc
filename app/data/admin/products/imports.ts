/** Whole imports: begun, listed and undone (docs/decisions/0067-undo-of-an-import.md). */
import { loadSupabase } from '../../api/supabase.ts'
import { removeProductFiles } from './product-picture-files.ts'

export type PastImport = { id: string; at: string; file_name: string; added: number; changed: number; undone_at: string | null }

/** @returns the id that its chunks name */
export async function beginImport(fileName: string, added: number, changed: number): Promise<string> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('begin_import', { p_file: fileName.slice(0, 200), p_added: added, p_changed: changed })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** How many rows of the list are shown; the shop can undo the newest twenty. */
const SHOWN = 5

export async function fetchImports(): Promise<PastImport[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('product_imports').select('id,at,file_name,added,changed,undone_at').order('at', { ascending: false }).limit(SHOWN)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export type Undone =
  { ok: true; deleted: number; restored: number } | { ok: false; code: 'SOLD' | 'STALE' | 'TOO_OLD' | null; products: number; message: string }

/** All of it or nothing. */
export async function undoImport(id: string): Promise<Undone> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('undo_import', { p_import: id })
  if (!error) {
    await removeProductFiles(data.files)
    return { ok: true, ...data }
  }
  const { code, products } = detailOf(error.details)
  return { ok: false, code: code === 'SOLD' || code === 'STALE' || code === 'TOO_OLD' ? code : null, products: Number(products ?? 0), message: error.message }
}

function detailOf(details: string | null): { code?: unknown; products?: unknown } {
  try {
    const read: unknown = JSON.parse(details ?? '{}')
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
