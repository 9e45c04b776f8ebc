/** The lists of how long the stock lasts. Of a large catalogue a job caches what each shows first (docs/decisions/0132-stock-of-a-large-catalogue.md). */
export const COVER_LISTS = ['soon', 'dead', 'all'] as const
export type CoverList = (typeof COVER_LISTS)[number]
export type CoverSort = 'name' | 'left' | 'stock' | 'units' | 'money'

/** `within`: for `soon`, the days in which the stock runs out. `limit`: rows. */
export type CoverWish = { list: CoverList; within: number; sort: CoverSort; ascending: boolean; limit: number }

/** What a list shows before staff choose otherwise. */
export const firstCover = (list: CoverList): CoverWish => ({
  list,
  within: 14,
  sort: list === 'dead' ? 'money' : 'left',
  ascending: list !== 'dead',
  limit: 50,
})
