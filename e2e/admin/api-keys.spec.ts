/** /admin/settings/api-keys: an owner creates a key, another system calls with it, and the owner revokes it (docs/api-keys.md). */
import { request as httpRequest } from 'node:http'
import { layoutErrors } from '../layout/layout-errors.ts'
import { violations } from '../support/axe.ts'
import { shopUrl } from '../support/current-shop.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-owner.ts'

// refusals: a wrong password, a key in a browser
test.use({ ...laptop, permissions: ['clipboard-read', 'clipboard-write'], expectedErrors: [/status of 40[13]/] })

type Answer = { status: number; body: unknown }

/** What a program of the warehouse sends, which is no browser. */
function callWith(key: string, target: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const request = httpRequest(new URL(target, shopUrl()), { method: body === undefined ? 'GET' : 'POST', headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown })
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

test('an owner creates a key, another system changes stock with it, and once it is revoked it is refused', async ({ page, customer }) => {
  const product = await makeProduct()
  await page.goto('/admin/settings/api-keys')
  await expect(page.getByText('No API keys')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('button', { name: 'Enter a name' })).toBeVisible()
  await expect(dialog.getByLabel('Role').getByRole('option')).toHaveText(['Manager', 'Catalogue', 'Orders', 'Accounts'])
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('Role').selectOption('Catalogue')
  await dialog.getByLabel('Your own password').fill('not my password')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('button', { name: 'Wrong password.' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Your own password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const made = page.getByRole('dialog', { name: 'The key “Warehouse”' })
  await expect(made.getByText('it is shown only once')).toBeVisible()
  const shown = made.getByRole('group', { name: 'API key' })
  await expect(shown).toBeFocused()
  for (const [width, colorScheme] of [
    [360, 'light'],
    [768, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => layoutErrors(page), `${width} px`).toEqual([])
    expect(await violations(page), colorScheme).toEqual([])
  }
  // it stays until its button is pressed
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await made.getByRole('button', { name: 'Copy' }).click()
  await expect(made.getByText('Copied')).toBeVisible()
  await expect(shown).toHaveText(/^shringar_sk_[\w-]{43}$/)
  const key = await shown.innerText()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await made.getByRole('button', { name: 'I have stored the key' }).click()
  await expect(made).toHaveCount(0)

  const row = page.getByRole('row', { name: /Warehouse/ })
  await expect(row).toContainText('Catalogue')
  await expect(row).toContainText('Active')
  await expect(row).toContainText(`ends in ${key.slice(-4)}`)
  await expect(row).toContainText('Never')
  await expect(page.getByText(key)).toHaveCount(0)

  const move = { p_product: product.id, p_reason: 'purchase', p_quantity: 7, p_note: 'Goods of today' }
  const moved = await callWith(key, '/rest/v1/rpc/move_stock', move)
  expect(moved.status).toBe(200)
  const orders = await callWith(key, '/rest/v1/orders?select=id')
  expect(orders).toEqual({ status: 200, body: [] })
  await page.reload()
  await expect(row).toContainText(/Just now|\dm ago/) // to the minute

  // a browser may not use it
  const fromPage = (secret: string) =>
    page.evaluate(async (sent) => {
      const response = await fetch('/rest/v1/products?select=id&limit=1', { headers: { authorization: `Bearer ${sent}` } })
      return [response.status, ((await response.json()) as { message: string }).message]
    }, secret)
  await expect.poll(() => fromPage(key)).toEqual([401, 'Forbidden use of an API key in a browser'])

  // who changed the stock
  await page.goto('/admin/audit-log?area=api_keys')
  await expect(page.getByRole('table')).toContainText('API key')

  await page.goto('/admin/settings/api-keys')
  await page.getByRole('button', { name: 'Revoke Warehouse' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke the key “Warehouse”?' })
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Revoke Warehouse' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('The key “Warehouse” is revoked')).toBeVisible()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  const refused = await callWith(key, '/rest/v1/rpc/move_stock', move)
  expect(refused).toMatchObject({ status: 401, body: { message: 'This API key was revoked' } })
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [768, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => layoutErrors(page), `${width} px`).toEqual([])
    expect(await violations(page), colorScheme).toEqual([])
  }
})

test('a member of staff who is no owner cannot make, see or revoke keys by calling the server either', async () => {
  const clerk = await newCustomer(shopKeys())
  await serviceClient(shopKeys()).from('user_roles').insert({ user_id: clerk.id, role: 'manager' }).throwOnError()
  const made = await clerk.client.functions.invoke('api-keys', { body: { name: 'Mine', role: 'orders', days: null, password: clerk.password } })
  expect((made.error as { context?: Response } | null)?.context?.status).toBe(403)
  const listed = await clerk.client.rpc('api_keys')
  expect(listed.error?.code).toBe('42501')
  const revoked = await clerk.client.rpc('revoke_api_key', { p_key: clerk.id })
  expect(revoked.error?.code).toBe('42501')
})
