/** Banners in the back office (docs/rules.md#pictures). */
import type { SelectedRow } from '#supabase/database.ts'
import type { BannerSchedule } from '#domain/shop/banner.ts'
import { removePicture, withFile, withPicture, type PictureChange } from '../products/stored-picture.ts'
import { saveMoved, saveRow } from '../save.ts'
import type { SaveResult } from '../save.ts'
import { loadSupabase } from '../../api/supabase.ts'

const BUCKET = 'banner_images'
const COLUMNS = 'id,title,description,image_url,phone_image_url,link,is_active,starts_at,ends_at,display_order,updated_at'

export type AdminBanner = SelectedRow<'banner_images', typeof COLUMNS>
/** Texts as the form has them; times in ISO. */
export type BannerForm = BannerSchedule & { title: string; description: string; link: string }
export type BannerPictures = { desktop: PictureChange; phone: PictureChange }

/** Someone else changed the banners in the meantime: nothing was written. */
export class StaleBanner extends Error {}

export async function fetchAdminBanners(): Promise<AdminBanner[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('banner_images').select(COLUMNS).order('display_order').order('id')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Adds a banner at the end. Uploaded pictures are removed again when the row is refused. */
export async function addBanner(form: BannerForm, desktop: File, phone: File | null, place: number): Promise<AdminBanner> {
  const client = await loadSupabase()
  return withFile(client, BUCKET, desktop, (image_url) =>
    withPicture(client, BUCKET, phone, async (phone_image_url) => {
      const row = { ...columnsOf(form), image_url, phone_image_url, display_order: place }
      const { data, error } = await client.from('banner_images').insert(row).select(COLUMNS).single()
      if (error) throw new Error(error.message, { cause: error })
      return data
    }),
  )
}

/** Saves the form over the row that was shown. New pictures are uploaded first, old ones are removed last. */
export const changeBanner = (shown: AdminBanner, form: BannerForm, pictures: BannerPictures): Promise<SaveResult<AdminBanner>> =>
  saveMoved(shown, (over) => writeBanner(over, form, pictures))

async function writeBanner(over: AdminBanner, form: BannerForm, { desktop, phone }: BannerPictures): Promise<SaveResult<AdminBanner>> {
  const client = await loadSupabase()
  const saved = await withPicture<SaveResult<AdminBanner>>(client, BUCKET, desktop instanceof File ? desktop : null, (newDesktop) =>
    withPicture(client, BUCKET, phone instanceof File ? phone : null, (newPhone) => {
      const image_url = newDesktop ?? over.image_url
      const phone_image_url = phone === 'keep' ? over.phone_image_url : newPhone
      return saveRow({
        table: 'banner_images',
        id: over.id,
        stamp: { column: 'updated_at', value: over.updated_at },
        update: () =>
          client
            .from('banner_images')
            .update({ ...columnsOf(form), image_url, phone_image_url })
            .select(COLUMNS),
        read: () => client.from('banner_images').select(COLUMNS),
      })
    }),
  )
  if (saved.ok && desktop instanceof File) await removePicture(client, BUCKET, over.image_url)
  if (saved.ok && phone !== 'keep') await removePicture(client, BUCKET, over.phone_image_url)
  return saved
}

/** Switches a banner on or off at once, if the row is still the one shown. */
export async function switchBanner(shown: AdminBanner, isActive: boolean): Promise<AdminBanner> {
  const client = await loadSupabase()
  const { data, error } = await client.from('banner_images').update({ is_active: isActive }).eq('id', shown.id).eq('is_active', shown.is_active).select(COLUMNS)
  if (error) throw new Error(error.message, { cause: error })
  const [row] = data
  if (!row) throw new StaleBanner()
  return row
}

/** Deletes the row, then its files. A row that is already gone is no error. */
export async function deleteBanner(banner: AdminBanner): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('banner_images').delete().eq('id', banner.id)
  if (error) throw new Error(error.message, { cause: error })
  await removePicture(client, BUCKET, banner.image_url)
  await removePicture(client, BUCKET, banner.phone_image_url)
}

export async function arrangeBanners(ids: string[]): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('arrange_banners', { p_ids: ids })
  if (error?.details?.includes('"STALE"')) throw new StaleBanner()
  if (error) throw new Error(error.message, { cause: error })
}

function columnsOf({ title, description, link, is_active, starts_at, ends_at }: BannerForm) {
  return { title: title.trim() || null, description: description.trim() || null, link: link.trim() || null, is_active, starts_at, ends_at }
}
