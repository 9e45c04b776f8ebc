import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iconAddress, ICON_NAMES, ICONS } from '#domain/shop/icons.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { createBrandFiles } from './brand-files.ts'

const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0a6' } })
  .png()
  .toBuffer()
const FIRST = { version: '00000000000000aa', width: 300, height: 100 }

async function shopOf(change: Partial<typeof DEFAULT_SETTINGS>) {
  const shop = { ...DEFAULT_SETTINGS, ...change }
  const files = createBrandFiles({ settings: async () => shop, logo: async (version) => (version === shop.logo?.version ? logo : null) })
  await files.refresh()
  return { shop, files }
}
const pixelOf = async (answer: Response, x: number, y: number) => {
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)]
}

test('the demo keeps its own icons, and a renamed shop has its initials at every address', async () => {
  const demo = await shopOf({})
  expect(demo.files.replaces('/favicon.svg')).toBe(false)
  const { shop, files } = await shopOf({ storeName: 'Kanta Beauty Traders' })
  for (const name of ICON_NAMES) {
    expect(files.replaces(ICONS[name].demo)).toBe(true)
    const answer = await files.answer(iconAddress(shop, name))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ])
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([ICONS[name].size, ICONS[name].size])
  }
  expect((await files.answer('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test('a logo is in the middle of the icon, which has a new address', async () => {
  const { shop, files } = await shopOf({ logo: FIRST })
  const address = iconAddress(shop, 'icon-192')
  expect(address).not.toBe(iconAddress({ ...shop, logo: { ...FIRST, version: '00000000000000ab' } }, 'icon-192'))
  expect(await pixelOf(await files.answer(address), 96, 96)).toEqual([0, 170, 102])
})

test('a logo and icons of an older version are not kept under the address of another one', async () => {
  const { files } = await shopOf({ logo: FIRST })
  expect((await files.answer('/brand/logo-00000000000000aa.png')).headers.get('cache-control')).toContain('immutable')
  expect((await files.answer('/brand/icon-192-00000000.png')).headers.get('cache-control')).toBe('no-cache')
  for (const path of ['/brand/logo-00000000000000ff.png', '/brand/logo-x.png', '/brand/constructor-00000000.png', '/brand/']) {
    const answer = await files.answer(path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
  }
})
