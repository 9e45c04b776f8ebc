import { expect, test } from 'vitest'
import { productPath } from '#domain/text/slug.ts'
import { sitemapStream, type SitemapEntry } from './sitemap-xml.ts'

async function* batches(...lists: SitemapEntry[][]): AsyncGenerator<SitemapEntry[]> {
  yield* lists
}

test('batches become one file, every address absolute, encoded and escaped', async () => {
  const text = await new Response(
    sitemapStream('urlset', 'https://shop.example', batches([{ path: '/' }], [{ path: '/products/नूर/1?a=1&b=<2>', lastmod: '2026-11-20T10:00:00+05:30' }])),
  ).text()
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://shop.example/</loc></url>
<url><loc>https://shop.example/products/%E0%A4%A8%E0%A5%82%E0%A4%B0/1?a=1&#38;b=%3C2%3E</loc><lastmod>2026-11-20T04:30:00.000Z</lastmod></url>
</urlset>
`)
})

test('the address of a product with a name in another script is encoded once', async () => {
  const path = productPath({ id: '025763cf-0237-48cb-aaf4-2c5585b641e6', name: 'عطر 50 ml' })
  const text = await new Response(sitemapStream('urlset', 'https://shop.example', batches([{ path }]))).text()
  expect(text).toContain(`<loc>https://shop.example${path}</loc>`)
  expect(text).not.toContain('%25')
})

test('a read that fails breaks the file instead of ending it as if it were whole', async () => {
  async function* failing(): AsyncGenerator<SitemapEntry[]> {
    yield [{ path: '/' }]
    throw new Error('the database went away')
  }
  await expect(new Response(sitemapStream('sitemapindex', 'https://shop.example', failing())).text()).rejects.toThrow('went away')
})
