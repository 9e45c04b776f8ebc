/** Saved addresses at the checkout, and the invoice that does not follow them (docs/rules.md#checkout). */
import { addToCart, serviceClient, shipping, type Customer } from '../support/customers.ts'
import { placeButton, typeAddress, typeInvoice } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

async function fillCart(customer: Customer): Promise<void> {
  const { id } = await makeProduct({ price: 118 })
  await addToCart(customer, id, 2)
}

test('an address that was saved is offered next time', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await typeAddress(page)
  await page.getByRole('checkbox', { name: 'Save this address for next time' }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('addresses').select('city').eq('user_id', customer.id)).data)
    .toEqual([{ city: 'Mumbai' }])
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/checkout')
  await page.getByRole('link', { name: 'Change the address' }).click()
  await expect(page.getByRole('radio', { name: /Meera Nair.*12 Hill Road, Bandra, Mumbai 400050/s })).toBeChecked()
  await page.getByRole('radio', { name: 'A new address' }).check()
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('')
})

test('another address leaves the invoice as it is, unless it brings its own', async ({ page, customer }) => {
  const from = (city: string, state: string, pincode: string) => ({ ...shipping, user_id: customer.id, city, state, pincode })
  await serviceClient(shopKeys())
    .from('addresses')
    .insert([
      { ...from('Mumbai', 'Maharashtra', '400050'), is_default: true, company_name: null, gstin: null },
      { ...from('Bengaluru', 'Karnataka', '560038'), is_default: false, company_name: null, gstin: null },
      { ...from('Ahmedabad', 'Gujarat', '380001'), is_default: false, company_name: 'Mehta Salon Supplies LLP', gstin: '24AAMFM7350Q1ZM' },
    ])
    .throwOnError()
  await fillCart(customer)
  await page.goto('/checkout')
  await typeInvoice(page, { 'Company (optional)': 'Looks Salon', 'GSTIN (optional)': '27ABCDE1234F1Z0' })
  await page.getByRole('button', { name: 'Use for the invoice' }).click()
  const invoice = page.getByRole('region', { name: 'Invoice' })
  await expect(invoice).toContainText('Looks Salon')

  await page.getByRole('link', { name: 'Change the address' }).click()
  await page.getByRole('radio', { name: /Ahmedabad/ }).check()
  await expect(invoice).toContainText('Mehta Salon Supplies LLP')
  await expect(invoice).toContainText('Invoice to GSTIN 24AAMFM7350Q1ZM')
  await page.getByRole('radio', { name: 'A new address' }).check()
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('')
  await expect(invoice).toContainText('Invoice to GSTIN 24AAMFM7350Q1ZM')
  // Goods that go to another State are asked about, as ever.
  await page.getByRole('radio', { name: /Bengaluru/ }).check()
  await expect(page.getByLabel('Company (optional)')).toHaveValue('Mehta Salon Supplies LLP')
  await page.getByRole('checkbox', { name: /registered in Gujarat and the goods go to Karnataka/ }).check()
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('orders').select('city, company_name, gstin').eq('user_id', customer.id)).data)
    .toEqual([{ city: 'Bengaluru', company_name: 'Mehta Salon Supplies LLP', gstin: '24AAMFM7350Q1ZM' }])
})
