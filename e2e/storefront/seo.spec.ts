/** What search engines and link previews read, and the statuses they receive. */
import type { APIRequestContext } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeProduct, dropProducts, makeProduct } from '../support/products.ts'

const html = async (request: APIRequestContext, path: string): Promise<string> => (await request.get(path)).text()
const unescape = (text: string): string =>
  text
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')

function head(page: string): { title: string; canonical: string | undefined; meta: Record<string, string>; jsonLd: Record<string, unknown>[] } {
  const meta = Object.fromEntries(
    [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [name ?? '', unescape(content ?? '')]),
  )
  return {
    title: unescape(/<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1] ?? /<link[^>]*href="([^"]*)"[^>]*rel="canonical"/.exec(page)?.[1],
    meta,
    jsonLd: [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text ?? '') as Record<string, unknown>),
  }
}
const ofType = (found: Record<string, unknown>[], type: string): Record<string, unknown> | undefined => found.find((entry) => entry['@type'] === type)
const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => (loc ?? '').replaceAll('&#38;', '&'))

const PUBLIC = ['/', '/products', '/categories', '/about', '/terms', '/privacy', '/shipping', '/refunds', '/contact', '/order-pad']

test('every public page has a title, a description, a canonical address and a card of its own', async ({ request }) => {
  const titles = new Set<string>()
  for (const path of PUBLIC) {
    const { title, canonical, meta } = head(await html(request, path))
    titles.add(title)
    expect(title, path).toMatch(/ · Shringar$/)
    expect(meta['description']?.length ?? 0, path).toBeGreaterThan(40)
    expect(canonical, path).toBe(`${shopUrl()}${path}`)
    expect(meta, path).toMatchObject({
      'og:title': title,
      'og:description': meta['description'],
      'og:url': canonical,
      'og:site_name': 'Shringar',
      'og:locale': 'en_IN',
      'twitter:title': title,
    })
    expect(meta['robots'], path).toBeUndefined()
  }
  expect(titles.size).toBe(PUBLIC.length)
})

test('the cart has a title and a description, and search engines may list it', async ({ request }) => {
  const { title, meta } = head(await html(request, '/cart'))
  expect(title).toBe('Your cart · Shringar')
  expect(meta['description']?.length ?? 0).toBeGreaterThan(40)
  expect(meta['robots']).toBeUndefined()
})

test('a product page describes its offer: price with GST, availability, brand, SKU, breadcrumbs, picture', async ({ request }) => {
  const service = serviceClient(shopKeys())
  const { data: row } = await service
    .from('products')
    .select('id, sku, name, brand, price, retail_price, image_url')
    .eq('status', 'active')
    .gt('stock', 0)
    .not('image_url', 'is', null)
    .not('category_id', 'is', null)
    .limit(1)
    .single()
    .throwOnError()
  const answer = await request.get(`/products/x/${row.id}`)
  const { canonical, meta, jsonLd } = head(await answer.text())
  expect(canonical).toBe(answer.url())
  expect(meta['og:image']).toMatch(new RegExp(`^${shopUrl()}/storage/v1/render/image/public/`))
  expect(meta['twitter:card']).toBe('summary_large_image')
  await expect.poll(async () => (await request.get(meta['og:image'] ?? '')).status()).toBe(200)
  const product = ofType(jsonLd, 'Product')
  expect(product).toMatchObject({
    sku: row.sku,
    name: row.name,
    brand: { name: row.brand },
    offers: {
      price: (row.retail_price ?? row.price).toFixed(2),
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
      url: canonical,
      priceSpecification: { valueAddedTaxIncluded: true },
    },
  })
  const crumbs = ofType(jsonLd, 'BreadcrumbList')?.['itemListElement'] as { position: number; name: string; item: string }[]
  expect(crumbs[0]).toMatchObject({ position: 1, name: 'Products', item: `${shopUrl()}/products` })
  expect(crumbs.at(-1)).toMatchObject({ name: row.name, item: canonical })
  for (const { item } of crumbs) await expect.poll(async () => (await request.get(item)).status(), { message: item }).toBe(200)
})

test('a sold-out product says so, and a hostile name stays text', async ({ request }) => {
  const name = `</script><script>alert(1)</script> & "balm" ${Date.now()}`
  const made = await makeProduct({ name, stock: 0, description: '</script><img src=x>' })
  const { jsonLd, title } = head(await html(request, made.path))
  expect(ofType(jsonLd, 'Product')).toMatchObject({ name, offers: { availability: 'https://schema.org/OutOfStock' } })
  expect(title).toBe(`${name} · Shringar`)
  await dropProducts(made.id)
})

test('home names the shop and its contact, and the site', async ({ request }) => {
  const { jsonLd } = head(await html(request, '/'))
  const { data: settings } = await serviceClient(shopKeys()).from('settings').select('*').single().throwOnError()
  expect(ofType(jsonLd, 'Organization')).toMatchObject({
    name: settings.store_name,
    legalName: settings.legal_name,
    url: `${shopUrl()}/`,
    email: settings.email,
    contactPoint: { telephone: settings.phone },
    address: { postalCode: settings.pincode, addressCountry: 'IN' },
  })
  expect(ofType(jsonLd, 'WebSite')).toMatchObject({ name: settings.store_name })
})

test('searched, sorted and filtered lists and private screens are left out; each page of a list is canonical', async ({ request }) => {
  for (const path of [
    '/products?q=rose',
    '/products?sort=price_asc',
    '/products?stock=in_stock',
    '/products?min=100',
    '/products?brand=x',
    '/products?category=makeup&category=skincare',
    '/login',
    '/register',
    '/forgot-password',
    '/dashboard',
    '/my-orders',
    '/admin/login',
  ]) {
    const { meta, canonical } = head(await html(request, path))
    expect(meta['robots'], path).toBe('noindex')
    expect(canonical, path).toBeUndefined()
  }
  await expect.poll(async () => head(await html(request, '/products?page=2')).canonical).toBe(`${shopUrl()}/products?page=2`)
  const { data } = await serviceClient(shopKeys()).from('categories').select('id').eq('slug', 'makeup').single()
  await expect
    .poll(async () => head(await html(request, '/products?category=makeup')).canonical, { message: 'a category has one address' })
    .toBe(`${shopUrl()}/category/${data?.id as string}`)
  await expect.poll(async () => head(await html(request, `/category/${data?.id as string}`)).canonical).toBe(`${shopUrl()}/category/${data?.id as string}`)
})

test('an unknown product and category answer 404, a deleted product 410, a wrong slug 301; none of them is cached', async ({ request }) => {
  const made = await makeProduct({ name: 'Soon gone too' })
  const moved = await request.get(`/products/other/${made.id}`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers()['location']]).toEqual([301, made.path])
  await dropProducts(made.id)
  for (const [path, status] of [
    [made.path, 410],
    ['/products/a/00000000-0000-4000-8000-000000000000', 404],
    ['/products/a/b', 404],
    ['/category/00000000-0000-4000-8000-000000000000', 404],
    ['/nowhere', 404],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(status)
    expect(head(await answer.text()).meta['robots'], path).toBe('noindex')
  }
})

test('robots.txt blocks private pages and names the sitemap', async ({ request }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.headers()['content-type']).toContain('text/plain')
  const text = await answer.text()
  for (const path of ['/admin', '/checkout', '/dashboard', '/rest/']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain(`Sitemap: ${shopUrl()}/sitemap.xml`)
  const closed = [...text.matchAll(/Disallow: (\S+)/g)].map(([, path]) => path ?? '')
  for (const path of [...PUBLIC, '/products/x/y', '/category/x', '/storage/v1/render/image/public/x'])
    expect(
      closed.filter((prefix) => path.startsWith(prefix)),
      path,
    ).toEqual([])
})

async function idsOnSale(): Promise<Set<string>> {
  const { data, error } = await serviceClient(shopKeys()).from('products').select('id').eq('status', 'active').limit(5000)
  if (error) throw error
  return new Set(data.map(({ id }) => id))
}

test('the sitemap names every page and every product on sale once, at its canonical address', async ({ request }) => {
  const inOtherScript = await makeProduct({ name: `عطر (50 ml) ${Date.now()}` })
  const before = await idsOnSale()
  const index = await request.get('/sitemap.xml')
  expect(index.headers()['content-type']).toContain('application/xml')
  const parts = locations(await index.text())
  const listed: string[] = []
  for (const part of parts) {
    expect(part.startsWith(`${shopUrl()}/sitemap-`)).toBe(true)
    const xml = await (await request.get(part)).text()
    expect(xml.endsWith('</urlset>\n')).toBe(true)
    listed.push(...locations(xml))
  }
  expect(new Set(listed).size).toBe(listed.length)
  for (const path of PUBLIC) expect(listed).toContain(`${shopUrl()}${path}`)
  const products = new Map(listed.filter((url) => url.includes('/products/')).map((url) => [url.slice(url.lastIndexOf('/') + 1), url]))
  const after = await idsOnSale()
  // Other tests add and remove products in the meantime.
  expect([...before].filter((id) => after.has(id) && !products.has(id))).toEqual([])
  expect([...products.keys()].filter((id) => !before.has(id) && !after.has(id))).toEqual([])
  for (const url of [products.get(inOtherScript.id) ?? '', ...[...products.values()].slice(0, 5)])
    await expect.poll(async () => (await request.get(url, { maxRedirects: 0 })).status(), { message: url }).toBe(200)
  await expect.poll(async () => (await request.get('/sitemap-products.xml?after=nothing')).status()).toBe(404)
  await dropProducts(inOtherScript.id)
})

test('a large catalogue comes in parts of at most 5,000, without overlaps or gaps', async ({ request }) => {
  test.setTimeout(120_000)
  const service = serviceClient(shopKeys())
  const sku = `MAP-${Date.now()}`
  for (let from = 0; from < 5600; from += 800) {
    const rows = Array.from({ length: 800 }, (_, index) => ({
      sku: `${sku}-${from + index}`,
      name: `Mapped ${from + index}`,
      price: 10,
      stock: 1,
      gst_percent: 18,
      hsn: '3304',
      status: 'active' as const,
    }))
    await service.from('products').insert(rows).throwOnError()
  }
  try {
    const parts = locations(await (await request.get('/sitemap.xml')).text()).filter((url) => url.includes('sitemap-products'))
    expect(parts.length).toBeGreaterThan(1)
    const listed: string[] = []
    for (const part of parts) {
      const found = locations(await (await request.get(part)).text())
      expect(found.length).toBeLessThanOrEqual(5000)
      listed.push(...found)
    }
    const { count } = await service.from('products').select('id', { count: 'exact', head: true }).eq('status', 'active')
    expect([listed.length, new Set(listed).size]).toEqual([count, count])
  } finally {
    await service.from('products').delete().like('sku', `${sku}-%`)
  }
})

test('an archived product leaves the sitemap', async ({ request }) => {
  const made = await makeProduct({ name: `Leaving ${Date.now()}` })
  const all = async (): Promise<string> => {
    const parts = locations(await html(request, '/sitemap.xml'))
    return (await Promise.all(parts.map((part) => html(request, part)))).join('')
  }
  await expect.poll(() => all()).toContain(made.id)
  await changeProduct(made.id, { status: 'archived' })
  await expect.poll(() => all()).not.toContain(made.id)
  await dropProducts(made.id)
})
