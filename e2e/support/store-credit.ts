/** Store credit, given by a member of the staff through the API. */
import { newCustomer, serviceClient, type Customer } from './customers.ts'
import { shopKeys } from './current-shop.ts'

export async function giveStoreCredit(customer: Customer, rupees: number, reason = 'Late parcel'): Promise<void> {
  const staff = await newCustomer(shopKeys())
  await serviceClient(shopKeys()).from('user_roles').insert({ user_id: staff.id, role: 'manager' }).throwOnError()
  await staff.client.rpc('change_store_credit', { p_user: customer.id, p_amount: rupees, p_reason: reason }).throwOnError()
}

/** In rupees. */
export async function storeCreditOf(customer: Customer): Promise<number> {
  const { data } = await customer.client.from('store_credit_balances').select('balance').maybeSingle().throwOnError()
  return data?.balance ?? 0
}
