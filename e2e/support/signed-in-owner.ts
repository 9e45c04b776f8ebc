/** A page whose visitor owns the shop, signed in already, and how an owner proves it. */
import type { Page } from '@playwright/test'
import { newCustomer, serviceClient, type Customer } from './customers.ts'
import { shopKeys } from './current-shop.ts'
import { expect, test as signedIn } from './signed-in.ts'

export { expect }

export const test = signedIn.extend({
  customer: async ({}, use) => {
    const owner: Customer = await newCustomer(shopKeys())
    const roles = serviceClient(shopKeys()).from('user_roles')
    await roles.insert({ user_id: owner.id, role: 'owner' }).throwOnError()
    await use(owner)
    // The next test's owner changes roles beside nobody.
    await serviceClient(shopKeys()).from('user_roles').delete().eq('user_id', owner.id)
  },
})

/** The password that the shop asks for before what only an owner changes. */
export async function prove(page: Page, { password }: Pick<Customer, 'password'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
}
