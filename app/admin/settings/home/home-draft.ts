import { isAnnouncementLink } from '#domain/shop/announcement.ts'
import { inputOfTime, timeOfInput } from '#domain/shop/banner.ts'
import { HOME_TEXT_NAMES, readHome } from '#domain/shop/home.ts'
import type { HomePlace, HomeText } from '#domain/shop/home.ts'
import * as say from '#words/admin-home.ts'
import type { HomeColumns } from '../../../data/admin/settings/settings.ts'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'

/** The form's values: texts as typed, times as a datetime-local input has them. */
export type HomeDraft = Record<HomeText, string> & {
  sections: readonly HomePlace[]
  footer_text: string
  announcement: string
  announcement_link: string
  announcement_from: string
  announcement_until: string
}

export function draftOf({ home, footer_text, announcement, announcement_link, announcement_from, announcement_until }: HomeColumns): HomeDraft {
  const { texts, sections } = readHome(home)
  return {
    ...(Object.fromEntries(HOME_TEXT_NAMES.map((name) => [name, texts[name] ?? ''])) as Record<HomeText, string>),
    sections,
    footer_text: footer_text ?? '',
    announcement: announcement ?? '',
    announcement_link: announcement_link ?? '',
    announcement_from: inputOfTime(announcement_from),
    announcement_until: inputOfTime(announcement_until),
  }
}

export function columnsOf(draft: HomeDraft): HomeColumns {
  const texts = Object.fromEntries(HOME_TEXT_NAMES.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]])))
  const orNull = (text: string) => text.trim() || null
  return {
    home: { texts, sections: [...draft.sections] },
    footer_text: orNull(draft.footer_text),
    announcement: orNull(draft.announcement),
    announcement_link: orNull(draft.announcement_link),
    announcement_from: timeOfInput(draft.announcement_from),
    announcement_until: timeOfInput(draft.announcement_until),
  }
}

/** The database checks again. */
export function checkDraft(draft: HomeDraft): FieldErrors {
  const { announcement, announcement_link: link, announcement_from: from, announcement_until: until } = columnsOf(draft)
  return {
    ...(announcement === null && link !== null ? { announcement: say.textFirst } : {}),
    ...(link === null || isAnnouncementLink(link) ? {} : { announcement_link: say.linkWrong }),
    ...(from !== null && until !== null && until <= from ? { announcement_until: say.untilWrong } : {}),
  }
}

/** Swaps a section with the one before or after it. */
export function moved(places: readonly HomePlace[], at: number, by: 1 | -1): HomePlace[] {
  const next = [...places]
  const [one, other] = [places[at], places[at + by]]
  if (one && other) [next[at], next[at + by]] = [other, one]
  return next
}
