/** A page whose visitor is already signed in as an admin. */
import { newCustomer, serviceClient, type Customer } from './customers.ts'
import { shopKeys } from './current-shop.ts'
import { expect, test as signedIn } from './signed-in.ts'

export { expect }

export const test = signedIn.extend({
  customer: async ({}, use) => {
    const admin: Customer = await newCustomer(shopKeys())
    const { error } = await serviceClient(shopKeys()).from('user_roles').insert({ user_id: admin.id, role: 'manager' })
    if (error) throw error
    await use(admin)
  },
})
