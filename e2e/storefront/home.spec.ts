/** The home page. */
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { laptop, phone, section } from '../support/screens.ts'

test.use(laptop)

test('the carousel shows the active banners in their order, with their titles and descriptions', async ({ page }) => {
  const { data: banners } = await serviceClient(shopKeys()).from('banner_images').select('title, description').eq('is_active', true).order('display_order')
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Offers' })
  for (const [place, banner] of (banners ?? []).entries()) {
    const slide = carousel.getByRole('group', { name: `${place + 1} of ${banners?.length}` })
    await expect(slide).toContainText(banner.title as string)
    await expect(slide).toContainText(banner.description as string)
    await expect(slide.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products')
    await expect(slide.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register')
    await carousel.getByRole('button', { name: 'Next slide' }).click()
  }
  // After the last slide comes the first, and before the first the last.
  await expect(carousel.getByRole('group', { name: `1 of ${banners?.length}` })).toBeVisible()
  await carousel.getByRole('button', { name: 'Previous slide' }).click()
  await expect(carousel.getByRole('group', { name: `${banners?.length} of ${banners?.length}` })).toBeVisible()
})

test('the carousel advances automatically, stops while hovered, and can be paused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Offers' })
  await expect(carousel.getByRole('group', { name: '1 of 4' })).toBeVisible()
  await page.clock.runFor(7100)
  await expect(carousel.getByRole('group', { name: '2 of 4' })).toBeVisible()
  await carousel.hover()
  await page.clock.runFor(15_000)
  await expect(carousel.getByRole('group', { name: '2 of 4' })).toBeVisible()
  await carousel.getByRole('button', { name: 'Pause the slides' }).click()
  await page.mouse.move(640, 790)
  await page.clock.runFor(15_000)
  await expect(carousel.getByRole('group', { name: '2 of 4' })).toBeVisible()
  await expect(carousel.getByRole('button', { name: 'Play the slides' })).toBeVisible()
})

test.describe('a banner with a picture and nothing else', () => {
  test.use({ expectedErrors: [/nowhere\/missing\.jpg/] })

  test('welcomes with the shop’s name and the line on quality, and a missing picture falls back to the placeholder', async ({ page }) => {
    const banners = serviceClient(shopKeys()).from('banner_images')
    const made = await banners
      .insert({ title: null, description: ' ', image_url: 'nowhere/missing.jpg', is_active: true, display_order: -1 })
      .select('id')
      .single()
      .throwOnError()
    try {
      await page.goto('/')
      const slide = page.getByRole('group', { name: /^1 of/ })
      await expect(slide).toContainText('Welcome to Shringar')
      await expect(slide).toContainText('Quality beauty products at wholesale prices.')
      await expect(slide.locator('img')).toHaveAttribute('src', '/placeholder.svg')
      // The picture is complete and at the side, not cropped to a square behind the title.
      await expect(slide.locator('img')).toHaveCSS('object-fit', 'contain')
      await expect.poll(() => slide.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    } finally {
      await serviceClient(shopKeys()).from('banner_images').delete().eq('id', made.data.id)
    }
  })
})

test('there are six featured categories that link to their products, and View All leads to all products', async ({ page }) => {
  await page.goto('/')
  const part = section(page, 'Featured Categories')
  await expect(part.getByRole('listitem')).toHaveCount(6)
  await expect(part.getByRole('link', { name: /Skincare/ })).toHaveAttribute('href', '/products?category=skincare')
  await expect(part.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/products')
})

test('there are eight featured products, the newest first, and arrows to reach them', async ({ page }) => {
  const { data } = await serviceClient(shopKeys())
    .from('products')
    .select('name')
    .eq('is_featured', true)
    .eq('status', 'active')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(8)
  await page.goto('/')
  const part = section(page, 'Featured Products')
  await expect(part.getByRole('article')).toHaveCount(8)
  await expect.poll(() => part.getByRole('heading', { level: 3 }).allTextContents()).toEqual((data ?? []).map((row) => row.name))
  const last = part.getByRole('article').last()
  await expect(last).not.toBeInViewport()
  await expect(part.getByRole('button', { name: 'Previous products' })).toBeDisabled()
  const more = part.getByRole('button', { name: 'More products' })
  // The rail scrolls smoothly, and at its end the arrow is disabled: the test clicks until it is.
  await expect(async () => {
    if (await more.isEnabled()) await more.click({ timeout: 1000 })
    await expect(more).toBeDisabled({ timeout: 700 })
  }).toPass({ timeout: 20_000 })
  await expect(last).toBeInViewport()
})

test('four tiles say why: quality, best pricing, delivery free above 1500, expert support', async ({ page }) => {
  await page.goto('/')
  const why = page.getByRole('region', { name: /Why salons and shops choose Shringar/ })
  await expect(why.getByRole('heading', { level: 3 })).toHaveText([/Quality/, /Best pricing/, /Pan-India delivery, free above ₹1,500/, /Expert support/])
  await expect(why).toContainText('since 2010')
  await expect(why).toContainText('Mon–Fri 9:00–18:00')
})

test('the social links are those of the settings and open in a new tab', async ({ page }) => {
  await page.goto('/')
  const social = section(page, 'Follow us')
  for (const name of ['Instagram', 'YouTube', 'Facebook', 'WhatsApp']) {
    const link = social.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', `https://${name.toLowerCase()}.example/shringar`)
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})

test('the final call to action has Create Account and Shop Products', async ({ page }) => {
  await page.goto('/')
  const call = page.getByRole('region', { name: /Open an account/ })
  await expect(call.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register')
  await expect(call.getByRole('link', { name: 'Shop Products' })).toHaveAttribute('href', '/products')
})

test('while the home page loads slowly, three categories and four products are skeletons', async ({ page }) => {
  await page.goto('/about')
  const data = await hold(page, /\.data(\?|$)/)
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  const content = page.getByRole('main')
  await expect(content.locator('.jharokha')).toHaveCount(3)
  await expect(content.locator('.bone.aspect-square')).toHaveCount(4)
  data.release()
  await expect(section(page, 'Featured Products').getByRole('article')).toHaveCount(8)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the categories are one row to swipe; on a laptop they are a grid without a scroll', async ({ page }) => {
    await page.goto('/')
    const list = section(page, 'Featured Categories').getByRole('list')
    const overflow = () => list.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(() => overflow()).toBeGreaterThan(100)
    await page.setViewportSize(laptop.viewport)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  })
})
