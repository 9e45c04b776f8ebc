/** The checkout's form: required fields, rejected values and stored values (docs/rules.md#forms). */
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { address, openInvoice, placeButton, toReview, typeAddress, typeInvoice } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { newCustomer } from '../support/customers.ts'
import { changeProduct, makeProduct, type MadeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { test } from '../support/signed-in.ts'

visitorTest.use(laptop)
test.use(laptop)

async function fillCart(customer: Customer, quantity = 2): Promise<MadeProduct> {
  const product = await makeProduct({ price: 118 })
  await addToCart(customer, product.id, quantity)
  return product
}

visitorTest('the checkout sends a visitor to the login and back afterwards', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await fillCart(customer)
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/login$/)
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeVisible()
})

test('with an empty cart there is nothing to check out', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
})

test('a cart that cannot be ordered does not open the checkout: each reason is shown, and the cart is one step away', async ({ page, customer }) => {
  const [soldOut, short] = [await makeProduct(), await makeProduct()]
  await addToCart(customer, soldOut.id, 2)
  await addToCart(customer, short.id, 5)
  await changeProduct(soldOut.id, { stock: 0 })
  await changeProduct(short.id, { stock: 3 })
  for (const path of ['/checkout', '/checkout?step=review']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart needs attention' })).toBeVisible()
    await expect(page.getByText(`${soldOut.name}: Out of Stock. Please remove it to go on.`)).toBeVisible()
    await expect(page.getByText(`${short.name}: Only 3 left`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue to payment' })).toHaveCount(0)
  }
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to your cart' }).click()
  await page.getByRole('button', { name: 'Change to 3' }).click()
  await page.getByRole('button', { name: `Remove ${soldOut.name}` }).click()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeVisible()
})

test('the three steps are parts of one page: what is done shows its summary and opens in place', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps of the checkout' }).getByRole('listitem')
  await expect(steps).toHaveText([/Address$/, /Payment$/, /Review$/])
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
  for (const name of ['Where should it go?', 'Delivery and payment', 'Review your order'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await toReview(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Review your order' })).toBeFocused()
  await steps.nth(1).getByRole('link', { name: 'Payment' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Delivery and payment' })).toBeFocused()
  await page.getByRole('link', { name: 'Change the address' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeFocused()
  await page.getByLabel('City', { exact: true }).fill('Navi Mumbai')
  // One press takes everything that is open.
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('orders').select('city').eq('user_id', customer.id)).data)
    .toEqual([{ city: 'Navi Mumbai' }])
})

test('the order button leads to the first part that is not complete', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await placeButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Please correct 5 fields')
  await expect(page.getByRole('alert')).toBeFocused()
  await typeAddress(page)
  await placeButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Choose how to pay')
  await expect(page.getByRole('alert')).toBeFocused()
})

test('an empty form shows every error at once, takes the focus, and each error leads to its field', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  for (const label of ['Full name', 'Email']) await page.getByLabel(label, { exact: true }).fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert).toContainText('Please correct 7 fields')
  await expect(alert.getByRole('button')).toHaveText([
    'Enter your PIN code',
    'Choose your State',
    'Enter your city',
    'Enter your address: house or shop, street, area',
    'Enter your full name',
    'Enter your mobile number',
    'Enter your email address',
  ])
  await alert.getByRole('button', { name: 'Enter your city' }).click()
  await expect(page.getByLabel('City', { exact: true })).toBeFocused()
  await expect(page.getByLabel('City', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

for (const [label, wrong, sentence, right] of [
  ['PIN code', '0123', 'Enter a PIN code of 6 digits, like 400001', '400001'],
  ['Mobile number', '12345', 'Enter a mobile number of 10 digits that starts with 6, 7, 8 or 9', '+91 98200 12345'],
  ['Email', 'meera@', 'Enter an email address like name@example.com', 'meera@looks.example'],
  ['GSTIN (optional)', '27ABCDE1234F1Z', 'A GSTIN has 15 characters, like 29ABCDE1234F1ZW', '27ABCDE1234F1Z0'],
  ['GSTIN (optional)', '27ABCDE1234F1Z5', 'Please check the GSTIN: one of its characters seems mistyped', '27abcde1234f1z0'],
  ['GSTIN (optional)', '45ABCDE1234F1Z5', 'A GSTIN starts with the code of a State, like 27 for Maharashtra', ''],
] as const) {
  test(`${label} ${wrong} shows an error on leaving the field, until it is corrected`, async ({ page, customer }) => {
    await fillCart(customer)
    await page.goto('/checkout')
    if (label.startsWith('GSTIN')) await openInvoice(page)
    const field = page.getByLabel(label, { exact: true })
    await field.fill(wrong)
    await expect(page.getByText(sentence)).toHaveCount(0)
    await field.blur()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill(right)
    await expect(page.getByText(sentence)).toHaveCount(0)
  })
}

test('the PIN code suggests State and city, and another State is refused with the right one', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  const state = page.getByLabel('State', { exact: true })
  await page.getByLabel('PIN code', { exact: true }).fill('560038')
  await expect(state).toHaveValue('Karnataka')
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Bengaluru')
  await page.getByLabel('PIN code', { exact: true }).fill('400050')
  await expect(state).toHaveValue('Maharashtra')
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Mumbai')
  await typeAddress(page)
  await state.selectOption('Goa')
  const error = page.getByText('PIN code 400050 belongs to Maharashtra. Please correct the PIN code or the State.')
  await expect(error).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeVisible()
  await state.selectOption('Maharashtra')
  await expect(error).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Delivery and payment' })).toBeVisible()
})

test('a GSTIN of another State is ordered with once the buyer has confirmed both States', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await typeAddress(page)
  await typeInvoice(page, { 'GSTIN (optional)': '24AAMFM7350Q1ZM', 'Company (optional)': 'Mehta Salon Supplies LLP' })
  const box = page.getByRole('checkbox', { name: /registered in Gujarat and the goods go to Maharashtra/ })
  await page.getByRole('button', { name: 'Use for the invoice' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'This GSTIN is registered in Gujarat, the delivery goes to Maharashtra. Please confirm that this is right.',
  )
  await box.check()
  await page.getByRole('button', { name: 'Use for the invoice' }).click()
  await expect(box).toHaveCount(0)
  // The goods go to another State now, so the earlier confirmation no longer applies.
  await page.getByLabel('PIN code', { exact: true }).fill('110001')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Delhi')
  await expect(page.getByRole('checkbox', { name: /registered in Gujarat and the goods go to Delhi/ })).not.toBeChecked()
  await page.getByRole('checkbox', { name: /registered in Gujarat and the goods go to Delhi/ }).check()
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
})

test('the form says why it asks for a phone number', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await expect(page.getByLabel('Mobile number', { exact: true })).toHaveAccessibleDescription('So the courier can reach you')
})

test('form input survives a reload', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await typeAddress(page, { City: 'Navi Mumbai' })
  await page.reload()
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Navi Mumbai')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(address.Address)
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Maharashtra')
})

test('only available payment methods are offered, and one must be chosen', async ({ page, customer }) => {
  await fillCart(customer)
  await page.goto('/checkout')
  await typeAddress(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose how to pay')
  await page.getByRole('radio', { name: /^UPI/ }).check()
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expect(placeButton(page)).toBeEnabled()
})

for (const [pin, place, heads] of [
  ['400050', 'Maharashtra (27)', [/CGST.*₹18\.00/s, /SGST.*₹18\.00/s]],
  ['560038', 'Karnataka (29)', [/IGST.*₹36\.00/s]],
  ['160017', 'Chandigarh (04)', [/IGST.*₹36\.00/s]],
] as const) {
  test(`the review splits GST by the place of supply: ${place}`, async ({ page, customer }) => {
    await fillCart(customer) // 2 × ₹118.00, including ₹36.00 GST
    await page.goto('/checkout')
    await toReview(page, { 'PIN code': pin })
    const main = page.getByRole('main')
    await expect(main).toContainText(`supply to ${place}`)
    for (const head of heads) await expect(main).toContainText(head)
    await expect(main).toContainText(/taxable value.*₹200\.00/s)
    await expect(placeButton(page)).toHaveText('Place order · ₹336.00')
  })
}

test('the review shows lines, address and payment, each with a way to change it', async ({ page, customer }) => {
  const product = await fillCart(customer, 3)
  await page.goto('/checkout')
  await toReview(page)
  await typeInvoice(page, { 'Company (optional)': 'Looks Salon', 'GSTIN (optional)': '24AAMFM7350Q1ZM' })
  await expect(page.getByRole('region', { name: 'Deliver to' })).toContainText('12 Hill Road, Bandra')
  await page.getByLabel('GSTIN (optional)').fill('27ABCDE1234F1Z0')
  await page.getByRole('button', { name: 'Use for the invoice' }).click()
  const main = page.getByRole('main')
  for (const text of [
    product.name,
    '3 × ₹118.00',
    'Meera Nair',
    'Looks Salon',
    '12 Hill Road, Bandra',
    'Mumbai 400050, Maharashtra',
    '9820012345',
    'Cash on delivery',
    'Invoice to GSTIN 27ABCDE1234F1Z0',
  ])
    await expect(main).toContainText(text)
  await expect(main.getByRole('link', { name: 'Change the address' })).toHaveAttribute('href', '/checkout?step=address')
  await expect(main.getByRole('link', { name: 'Change the invoice' })).toHaveAttribute('href', '/checkout?step=invoice')
  await expect(main.getByRole('link', { name: 'Change the payment' })).toHaveAttribute('href', '/checkout?step=payment')
  await expect(main.getByRole('link', { name: 'Edit cart' })).toHaveAttribute('href', '/cart')
  await expect(main.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
})
