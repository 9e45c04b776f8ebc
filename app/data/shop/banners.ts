import type { SelectedRow } from '#supabase/database.ts'
import type { ReadClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

const COLUMNS = 'id,title,description,image_url,phone_image_url,link'
export type Banner = SelectedRow<'banner_images', typeof COLUMNS>

/** Active banners in display order. */
export async function activeBanners(db: ReadClient): Promise<Banner[]> {
  return orThrow(await db.from('banner_images').select(COLUMNS).eq('is_active', true).order('display_order').order('id'))
}
