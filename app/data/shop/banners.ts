import type { ReadClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

export type Banner = { id: string; title: string | null; description: string | null; image_url: string; phone_image_url: string | null; link: string | null }

/** Active banners in display order. */
export async function activeBanners(db: ReadClient): Promise<Banner[]> {
  return orThrow(
    await db.from('banner_images').select('id,title,description,image_url,phone_image_url,link').eq('is_active', true).order('display_order').order('id'),
  )
}
