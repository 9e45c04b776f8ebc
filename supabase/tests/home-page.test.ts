import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAnnouncementLink } from '#domain/shop/announcement.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test('texts of the home page, footer and announcement are bounded', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const set = (column: string) => `update public.settings set ${column} = $1`
    for (const [column, value] of [
      ['home', '[]'],
      ['home', '"x"'],
      ['home', JSON.stringify({ texts: { heroTitle: 'x'.repeat(12_000) } })],
      ['footer_text', ' '],
      ['footer_text', 'x'.repeat(301)],
      ['announcement', ''],
      ['announcement', 'two\nlines'],
      ['announcement', 'x'.repeat(161)],
    ] as const)
      expect(await db.refused(set(column), [value]), column).toMatchObject({ code: '23514' })
    for (const link of ['/contact', '/', 'https://example.com', '//example.com', '/\\example.com', 'javascript:alert(1)', 'http://example.com']) {
      if (isAnnouncementLink(link)) await db.run(set('announcement_link'), [link])
      else expect(await db.refused(set('announcement_link'), [link]), link).toMatchObject({ code: '23514' })
    }
    const ends = "update public.settings set announcement_from = now(), announcement_until = now() - interval '1 minute'"
    expect(await db.refused(ends)).toMatchObject({ code: '23514' })
  })
})
