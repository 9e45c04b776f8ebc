import { inputOfTime, timeOfInput } from '#domain/shop/banner.ts'
import * as say from '#words/admin-banners.ts'
import type { AdminBanner, BannerForm, BannerPictures } from '../../data/admin/settings/banners.ts'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'

/** As typed; the times as their inputs have them. */
export type BannerDraft = BannerPictures & { title: string; description: string; link: string; is_active: boolean; starts_at: string; ends_at: string }

/** @param row null: a new banner */
export const draftOf = (row: AdminBanner | null): BannerDraft => ({
  title: row?.title ?? '',
  description: row?.description ?? '',
  desktop: 'keep',
  phone: 'keep',
  link: row?.link ?? '',
  starts_at: inputOfTime(row?.starts_at ?? null),
  ends_at: inputOfTime(row?.ends_at ?? null),
  is_active: row?.is_active ?? true,
})

/** What is written, without the pictures: a table of two versions does not show files either. */
export const formOf = ({ desktop: _desktop, phone: _phone, starts_at, ends_at, ...texts }: BannerDraft): BannerForm => ({
  ...texts,
  starts_at: timeOfInput(starts_at),
  ends_at: timeOfInput(ends_at),
})

export function checkDraft(draft: BannerDraft, isNew: boolean): FieldErrors {
  const { link, starts_at, ends_at } = formOf(draft)
  return {
    ...(isNew && !(draft.desktop instanceof File) ? { desktop: say.desktopMissing } : {}),
    ...(/^(\/([^/\\]|$)|https:\/\/|$)/.test(link.trim()) ? {} : { link: say.linkWrong }),
    ...(starts_at !== null && ends_at !== null && ends_at <= starts_at ? { ends_at: say.endsWrong } : {}),
  }
}
