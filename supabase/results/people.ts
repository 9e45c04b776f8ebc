/** What functions return about customers and staff. */
import type { Permission, Role } from '#domain/shop/staff.ts'
import type { SelectedRow } from '../tables.ts'
import type { Rows } from './rows.ts'

export type CustomerAddress = SelectedRow<'addresses', 'id,full_name,company_name,gstin,address,city,state,pincode,phone,is_default'>

/** An address that orders went to and that is not saved in the account. */
export type OrderedAddress = SelectedRow<'orders', 'id,full_name,company_name,address,city,state,pincode,phone,created_at'>

/** Money in rupees. `email`: null for users who may not see it. `guest`: without an account; `ordered`: what the newest orders carry. */
export type Customer = {
  guest: boolean
  ordered: Record<'full_name' | 'company_name' | 'gstin' | 'phone' | 'email' | 'order_id', string | null>
  ordered_addresses: OrderedAddress[]
  profile: SelectedRow<'profiles', 'id,full_name,company_name,gstin,phone,created_at,updated_at'>
  email: string | null
  last_sign_in_at: string | null
  roles: string[]
  orders: number
  spent: number
  last_order_at: string | null
  /** null: their number cannot be proven by a code; `expires_at`: of the code that is valid */
  phone_code: { expires_at: string | null } | null
  block: { reason: string; created_at: string; by: string | null } | null
  addresses: CustomerAddress[]
  consents: { purpose: 'account' | 'offers'; given: boolean; created_at: string }[]
  complaints: { id: string; number: string; status: 'open' | 'answered' | 'closed'; created_at: string }[]
  products: { product_id: string | null; name: string; quantity: number; total: number; orders: number }[]
}

/** `name`: null until they have entered one. `permissions`: empty while the session lacks a second factor that the shop requires. */
export type Access = {
  role: Role
  name: string | null
  email: string
  permissions: Permission[]
  second_factor: { enrolled: boolean; given: boolean; required: boolean }
}

export type Invite = { role: Role; invited_by: string | null; expires_at: string }

export type PeopleResults = {
  admin_customer: Customer | null
  admin_people: Rows<'admin_people', { role: Role } & Record<'full_name' | 'granted_by' | 'last_sign_in_at' | 'email', string | null>>
  auth_emails: Rows<'auth_emails'>
  create_phone_code: { code: string; expires_at: string }
  find_buyers: Rows<
    'find_buyers',
    Record<'id' | 'order_id' | 'full_name' | 'company_name' | 'gstin' | 'phone' | 'email' | 'last_order_at', string | null> & { orders: number | null }
  >
  /** the shop's part of a customer's copy of their data */
  kept_about_me: Record<string, unknown>
  my_access: Access | null
  my_invite: Invite | null
  my_sessions: Rows<'my_sessions', Record<'user_agent' | 'network', string | null>>
  take_over_orders: { orders: number } | { refused: 'WRONG' | 'TOO_MANY' | 'ACCOUNT' }
  staff_names: Rows<'staff_names'>
  staff_invites: Rows<'staff_invites', { role: Role; invited_by: string | null }>
  /** null: the user may not know */
  staff_security: { second_factor_required: boolean } | null
}
