/** Opening the shop to the public, and how staff see it before (docs/decisions/0072-a-closed-shop.md). */
import type { OpeningItem } from '#supabase/results/settings.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { OpeningItem } from '#supabase/results/settings.ts'

export async function setShopOpen(open: boolean): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('set_shop_open', { p_open: open })
  if (error) throw new Error(error.message, { cause: error })
}

export async function fetchChecklist(): Promise<OpeningItem[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('opening_checklist', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Lets the server show this browser the closed shop. False: it does not, and the shop's pages say that it opens soon. */
export async function askPreview(): Promise<boolean> {
  try {
    const client = await loadSupabase()
    const { error } = await client.functions.invoke('preview-shop', { body: {} })
    return error === null
  } catch {
    return false
  }
}
