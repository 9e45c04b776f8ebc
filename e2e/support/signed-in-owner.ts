/** A page whose visitor is already signed in as the owner of the shop, and how an owner confirms their password. */
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
    // The owner of the next test must be the only owner when they change roles.
    await serviceClient(shopKeys()).from('user_roles').delete().eq('user_id', owner.id)
  },
})

/** Enters the password that the shop asks for before changes that only an owner may make. */
export async function prove(page: Page, { password }: Pick<Customer, 'password'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
}
