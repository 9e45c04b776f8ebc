import { checkPageText } from '#domain/text/page-text.ts'
import { isPageSlug, pageSlugOf } from '#domain/shop/own-page.ts'
import * as say from '#words/admin-own-pages.ts'
import * as texts from '#words/admin-texts.ts'
import type { OwnPageColumns, OwnPageRow } from '../../../../data/admin/settings/own-pages.ts'
import type { FieldErrors } from '../../../../ui/form/form-alert.tsx'

const NEW_PAGE: OwnPageColumns = { title: '', slug: '', description: '', body: '', is_published: false, in_menu: true }

export function draftOf(row: OwnPageRow | null): OwnPageColumns {
  if (row === null) return NEW_PAGE
  const { title, slug, description, body, is_published, in_menu } = row
  return { title, slug, description, body, is_published, in_menu }
}

export const columnsOf = (draft: OwnPageColumns): OwnPageColumns => ({
  ...draft,
  title: draft.title.trim(),
  slug: draft.slug.trim(),
  description: draft.description.trim(),
})

/** The address follows the title until someone types an address. */
export const withTitle = (draft: OwnPageColumns, title: string, isNew: boolean): Partial<OwnPageColumns> =>
  isNew && draft.slug === pageSlugOf(draft.title) ? { title, slug: pageSlugOf(title) } : { title }

/** The database checks again. */
export function checkDraft(draft: OwnPageColumns, words: Readonly<Record<string, string>>): FieldErrors {
  const { title, slug, description, body } = columnsOf(draft)
  const text = checkPageText(body, words)
  return {
    ...(title === '' ? { title: say.errors.title } : /\p{Cc}/u.test(title) ? { title: say.errors.oneLine } : {}),
    ...(text === null ? {} : { body: texts.errors[text.kind](text.what) }),
    ...(isPageSlug(slug) ? {} : { slug: say.errors.slug }),
    ...(description === '' ? { description: say.errors.description } : /\p{Cc}/u.test(description) ? { description: say.errors.oneLine } : {}),
  }
}
