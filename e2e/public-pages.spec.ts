/** The public pages before any script runs, and the statuses that search engines receive. */
import { expect, test } from './support/fixtures.ts'
import { serviceClient } from './support/customers.ts'
import { shopKeys } from './support/current-shop.ts'
import { changeProduct, dropProducts, makeProduct } from './support/products.ts'

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'product'

test.describe('with scripts blocked', () => {
  test.use({ javaScriptEnabled: false })

  test('home shows hero, categories and featured products', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Featured Categories' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Shop Now' }).first()).toHaveAttribute('href', '/products')
  })

  test('a visitor searches, filters by category, sorts and pages', async ({ page }) => {
    await page.goto('/products')
    await expect(page.getByRole('heading', { name: 'Explore Our Beauty Collection' })).toBeVisible()
    await expect(page.getByText(/Page 1 of \d+/)).toBeVisible()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/Page 2 of \d+/)).toBeVisible()

    const search = page.getByRole('searchbox').first()
    await search.fill('lipstick')
    await search.press('Enter')
    await expect(page.getByText(/Found \d+ results? for "lipstick"/)).toBeVisible()

    await page.goto('/products?category=fragrances&sort=price_asc')
    const prices = await page.getByRole('article').locator('b:text-matches("^₹")').allTextContents()
    const amounts = prices.map((text) => Number(text.replace(/[₹,]/g, '')))
    expect(amounts.length).toBeGreaterThan(1)
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b))
  })

  test('a product is read in full: price, tiers, stock and legal details', async ({ page }) => {
    const { data } = await serviceClient(shopKeys())
      .from('products')
      .select('id, name, pricing_tiers, stock')
      .eq('status', 'active')
      .gte('stock', 100)
      .not('pricing_tiers', 'is', null)
      // One of the demo's: those of other tests come and go.
      .order('created_at')
      .limit(1)
      .single()
    await page.goto(`/products/${slugOf(data?.name as string)}/${data?.id as string}`)
    await expect(page.getByRole('heading', { level: 1, name: data?.name as string })).toBeVisible()
    await expect(page.getByText('In Stock').first()).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(page.getByText('Country of origin').first()).toBeAttached()
  })
})

test('a wrong slug answers 301, an unknown product 404, a deleted one 410, an unknown path 404', async ({ request }) => {
  const service = serviceClient(shopKeys())
  const made = await service
    .from('products')
    .insert({ sku: `GONE-${Date.now()}`, name: 'Soon gone', price: 10, mrp: 20, stock: 1, gst_percent: 18, hsn: '3304', status: 'active' })
    .select('id')
    .single()
    .throwOnError()
  const { id } = made.data
  const moved = await request.get(`/products/not-its-name/${id}`, { maxRedirects: 0 })
  expect(moved.status()).toBe(301)
  expect(moved.headers().location).toBe(`/products/soon-gone/${id}`)
  await expect.poll(async () => (await request.get(`/products/soon-gone/${id}`)).status()).toBe(200)
  await service.from('products').delete().eq('id', id).throwOnError()
  await expect.poll(async () => (await request.get(`/products/soon-gone/${id}`)).status()).toBe(410)
  await expect.poll(async () => (await request.get('/products/nothing/00000000-0000-4000-8000-000000000000')).status()).toBe(404)
  const lost = await request.get('/no/such/page')
  expect(lost.status()).toBe(404)
  expect(await lost.text()).toContain('Oops! Page not found')
})

test('a price changed by an admin is on the page at once', async ({ request }) => {
  const service = serviceClient(shopKeys())
  const made = await service
    .from('products')
    .insert({ sku: `FRESH-${Date.now()}`, name: 'Fresh price', price: 100, stock: 5, gst_percent: 18, hsn: '3304', status: 'active' })
    .select('id')
    .single()
    .throwOnError()
  const { id } = made.data
  const url = `/products/fresh-price/${id}`
  await expect.poll(async () => await (await request.get(url)).text()).toContain('₹100.00')
  await service.from('products').update({ price: 123.45 }).eq('id', id).throwOnError()
  await expect.poll(async () => await (await request.get(url)).text()).toContain('₹123.45')
  await service.from('products').delete().eq('id', id)
})

test('a cached list between two prices, which does not show a product, gains it when its price changes', async ({ request }) => {
  const name = `Gained ${Date.now()}`
  const [dear, cheap] = [await makeProduct({ name: `${name} one`, price: 400 }), await makeProduct({ name: `${name} two`, price: 100 })]
  const list = `/products?min=300&max=500&q=${encodeURIComponent(name)}`
  const listed = () =>
    expect.poll(async () => {
      const text = await (await request.get(list)).text()
      return [dear, cheap].map(({ id }) => text.includes(id))
    })
  await listed().toEqual([true, false])
  await changeProduct(cheap.id, { price: 350 })
  await listed().toEqual([true, true])
  await dropProducts(dear.id, cheap.id)
})

test('pieces that are left are at once on every page that shows the product, its line in the trade list too', async ({ request }) => {
  const made = await makeProduct({ stock: 8 })
  const pages = [made.path, `/products?view=list&q=${encodeURIComponent(made.name)}`]
  const left = (count: number) =>
    expect.poll(async () => {
      const texts = await Promise.all(pages.map(async (page) => (await request.get(page)).text()))
      return texts.map((text) => text.includes(`Only ${count} left`))
    })
  await left(8).toEqual([true, true])
  // Still low: no list depends on it, so the notice names this product alone.
  await changeProduct(made.id, { stock: 7 })
  await left(7).toEqual([true, true])
  await dropProducts(made.id)
})

test('pages carry their security headers and tell caches what they vary by', async ({ request }) => {
  const headers = (await request.get('/products')).headers()
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers.vary).toContain('Sec-CH-UA-Mobile')
})

test.describe('a script that someone wrote into a page', () => {
  test.use({ expectedErrors: [/violates the following Content Security Policy/] })

  test('does not run, neither as an element nor as a handler', async ({ page }) => {
    await page.goto('/products')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.injected = "element"'
      document.body.append(script)
      document.body.insertAdjacentHTML('beforeend', '<button id="written" onclick="window.injected = \'handler\'">x</button>')
      document.getElementById('written')?.click()
    })
    await expect.poll(() => page.evaluate(() => (window as { injected?: string }).injected ?? 'nothing')).toBe('nothing')
  })
})

test('a phone gets 6 products a page, a wide screen 12', async ({ request }) => {
  const count = async (hint: string): Promise<number> => {
    const answer = await request.get('/products', { headers: { 'sec-ch-ua-mobile': hint } })
    return (await answer.text()).match(/<article/g)?.length ?? 0
  }
  await expect.poll(() => count('?1')).toBe(6)
  await expect.poll(() => count('?0')).toBe(12)
})
