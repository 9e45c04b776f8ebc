/** A page whose visitor is already signed in, for tests whose subject is not the sign-in. */
import { expect, test as base } from './fixtures.ts'
import { newCustomer, type Customer } from './customers.ts'
import { shopKeys, shopUrl } from './current-shop.ts'

export { expect }

/** The session in the storage of the official client: `sb-<first label of the host>-auth-token`. */
export async function storedSession(
  customer: Customer,
): Promise<{ cookies: []; origins: { origin: string; localStorage: { name: string; value: string }[] }[] }> {
  const { data } = await customer.client.auth.getSession()
  const name = `sb-${new URL(shopUrl()).hostname.split('.')[0]}-auth-token`
  return { cookies: [], origins: [{ origin: shopUrl(), localStorage: [{ name, value: JSON.stringify(data.session) }] }] }
}

export const test = base.extend<{ customer: Customer }>({
  customer: async ({}, use) => use(await newCustomer(shopKeys())),
  storageState: async ({ customer }, use) => use(await storedSession(customer)),
})
