import { afterAll, beforeAll, expect, test } from 'vitest'
import { luminance } from '#domain/shop/colours.ts'
import { isReadable, MOST_LUMINANCE, nearestReadable } from '#domain/shop/palette.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const COLOURS = ['#000000', '#ffffff', '#74234f', '#e91e63', '#0b5d4e', '#f4ebe3', nearestReadable('#e91e63'), nearestReadable('#00bcd4')]

test('the database takes the colours that the shop can read, and measures them alike', async () => {
  await shop.scratch(async (db) => {
    for (const colour of COLOURS) {
      const [row] = await db.rows('select private.luminance($1) as luminance', [colour])
      expect(row?.['luminance'], colour).toBeCloseTo(luminance(colour), 12)
    }
    const [bound] = await db.rows("select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'settings_accent'")
    expect(bound?.['rule']).toContain(String(MOST_LUMINANCE))
    await db.as('admin')
    for (const column of ['accent', 'second_colour'])
      for (const colour of [...COLOURS, 'red', '#fff', '#FF0000', '#12345', '}']) {
        const write = `update public.settings set ${column} = $1`
        if (isReadable(colour) && colour.length === 7) await db.run(write, [colour])
        else expect(await db.refused(write, [colour]), colour).toMatchObject({ code: expect.stringMatching(/^(23514|22023|22011)$/) })
      }
  })
})
