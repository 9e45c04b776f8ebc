/** Contact, grievance officer, and complaints with a ticket number (E-Commerce Rules 2020). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { addToCart, placeOrder, serviceClient } from '../support/customers.ts'
import { shopDataDir, shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { waitForMail } from '../support/outbox.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect as signedInExpect, test as signedIn } from '../support/signed-in.ts'

const outbox = (): string => path.join(shopDataDir(), 'outbox')
const settings = async () => {
  const { data, error } = await serviceClient(shopKeys()).from('settings').select('*').single()
  if (error) throw error
  return data
}

for (const [name, screen] of [
  ['laptop', laptop],
  ['phone', phone],
] as const) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('the page names the company, care, hours and the grievance officer, and axe finds nothing', async ({ page }) => {
      const store = await settings()
      await page.goto('/contact')
      const main = page.getByRole('main')
      for (const text of [
        store.legal_name,
        store.address,
        store.email,
        store.phone,
        store.grievance_name,
        store.grievance_email,
        'Mon–Fri 9:00–18:00',
        'Sat 10:00–16:00',
        'Sun closed',
      ].filter((text) => text !== undefined && text !== '')) {
        await expect(main.getByText(text, { exact: false }).first()).toBeVisible()
      }
      await expect(main.getByRole('link', { name: store.email })).toHaveAttribute('href', `mailto:${store.email}`)
      expect(await violations(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.viewport.width)
    })

    test('a complaint gets a ticket number, on the page and by mail', async ({ page }) => {
      const email = `meera-${randomUUID().slice(0, 8)}@looks.example`
      await page.goto('/contact')
      await page.getByRole('button', { name: 'Send complaint' }).click()
      await expect(page.getByRole('alert')).toContainText('Please correct 3 fields')
      await expect(page.getByRole('alert')).toBeFocused()
      expect(await violations(page)).toEqual([])
      await page.getByLabel('Full name').fill('Meera Nair')
      await page.getByLabel('Email').fill('meera@')
      await page.getByLabel('Email').blur()
      await expect(page.getByText('Enter an email address like name@example.com').first()).toBeVisible()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('What happened?').fill('The lipstick of order #1a2b3c4d arrived <b>broken</b>.')
      await page.getByRole('button', { name: 'Send complaint' }).click()
      const filed = page.getByRole('status').filter({ hasText: 'We have your complaint' })
      await expect(filed).toBeFocused()
      const number = /CMP\/\d\d-\d\d\/\d{6}/.exec((await filed.textContent()) ?? '')?.[0] ?? ''
      const mail = await waitForMail(outbox(), email, /We have your complaint/)
      expect(mail.subject).toBe(`We have your complaint ${number}`)
      expect(mail.text).not.toContain('lipstick')
      const officer = await waitForMail(outbox(), (await settings()).grievance_email ?? '', new RegExp(number))
      expect(officer.text).toContain('arrived <b>broken</b>')
      await expect
        .poll(async () => (await serviceClient(shopKeys()).from('complaints').select('number, user_id, status').eq('email', email)).data)
        .toEqual([{ number, user_id: null, status: 'open' }])
    })
  })
}

test.describe('an address that is used many times', () => {
  test.use({ ...laptop, expectedErrors: [/429/] })
  test('does not get many emails', async ({ page }) => {
    const email = `often-${randomUUID().slice(0, 8)}@looks.example`
    await page.goto('/contact')
    for (let turn = 0; turn < 4; turn += 1) {
      await page.getByLabel('Full name').fill('Meera Nair')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('What happened?').fill(`It happened again, turn ${turn}.`)
      await page.getByRole('button', { name: 'Send complaint' }).click()
      if (turn < 3) await page.getByRole('button', { name: 'File another' }).click()
    }
    await expect(page.getByRole('alert')).toContainText('We already have several complaints from you')
    await expect(page.getByLabel('What happened?')).toHaveValue('It happened again, turn 3.')
  })
})

signedIn('a signed-in author finds name and address filled in, and reads the complaint back', async ({ page, customer }) => {
  await page.goto('/contact')
  await signedInExpect(page.getByLabel('Email')).toHaveValue(customer.email)
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('What happened?').fill('A parcel never came.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await signedInExpect(page.getByText(/CMP\/\d\d-\d\d\/\d{6}/)).toBeVisible()
  await expect
    .poll(async () => (await customer.client.from('complaints').select('message, status')).data)
    .toEqual([{ message: 'A parcel never came.', status: 'open' }])
})

signedIn('the link from an order selects it, and only own orders', async ({ page, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 1)
  const id = (await placeOrder(customer)).body.order?.id ?? ''
  await page.goto(`/contact?order=${id}`)
  const choice = page.getByLabel('About an order')
  await signedInExpect(choice).toHaveValue(id)
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('What happened?').fill('The jar came open.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await signedInExpect(page.getByText(/CMP\/\d\d-\d\d\/\d{6}/)).toBeVisible()
  const { data } = await customer.client.from('complaints').select('message, order_id')
  signedInExpect(data).toEqual([{ message: 'The jar came open.', order_id: id }])
  await page.goto(`/contact?order=${randomUUID()}`)
  await signedInExpect(choice).toHaveValue('')
})

test('a visitor’s complaint names the order it came from', async ({ page }) => {
  const email = `meera-${randomUUID().slice(0, 8)}@looks.example`
  await page.goto('/contact?order=1a2b3c4d-0000-4000-8000-000000000000')
  await expect(page.getByText('About order #1a2b3c4d')).toBeVisible()
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('What happened?').fill('The jar came open.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText(/CMP\/\d\d-\d\d\/\d{6}/)).toBeVisible()
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('complaints').select('message').eq('email', email)).data)
    .toEqual([{ message: 'About order #1a2b3c4d\n\nThe jar came open.' }])
})

test('footer and phone menu lead there', async ({ page }) => {
  await page.setViewportSize(laptop.viewport)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact and grievances' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await page.setViewportSize(phone.viewport)
  await page.goto('/')
  await page.locator('.mobile-menu summary').first().click()
  await page.getByText('About and legal').click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contact and grievances' }).click()
  await expect(page).toHaveURL(/\/contact$/)
})
