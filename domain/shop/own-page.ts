/** Pages that the owner adds to the shop's own. The table has the same bounds (supabase/schemas/19_own_pages.sql), and a test compares them. */
export const LONGEST_PAGE_SLUG = 60
export const LONGEST_PAGE_TITLE = 80
export const LONGEST_PAGE_DESCRIPTION = 200
export const MOST_OWN_PAGES = 50

/** The address below /pages/: what people can read out and type. */
export const isPageSlug = (slug: string): boolean => slug.length <= LONGEST_PAGE_SLUG && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)

/** The address that a title suggests; empty when the title has no Latin letter or digit. */
export function pageSlugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '') // é is e and an accent
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_PAGE_SLUG)
    .replace(/^-|-$/g, '')
}

export const pagePath = (slug: string): string => `/pages/${slug}`
