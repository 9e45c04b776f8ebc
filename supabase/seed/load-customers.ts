import { asOf, hoursBefore } from './load-context.ts'
import type { DemoWorld, OwnerQuery } from './load-context.ts'
import type { TradePlan } from './plan.ts'
import { stableId } from './stable-id.ts'

const JOINED_DAYS_AGO = 160

/** Accounts as the sign-up creates them: a user, its email identity, a confirmed address; a trigger creates the profile. */
export async function loadCustomers(query: OwnerQuery, hashPassword: DemoWorld['hashPassword'], now: Date, plan: TradePlan): Promise<void> {
  const { customers } = plan
  const joined = joinedAt(plan, now)
  await asOf(query, new Date(Math.min(...joined.map((moment) => moment.getTime()))))
  const hashes = await Promise.all(customers.map(async ({ password }) => (password === undefined ? null : hashPassword(password))))
  const rows = customers.map((customer, k) => ({
    id: stableId('customer', customer.email), email: customer.email, hash: hashes[k], full_name: customer.name, company_name: customer.company ?? null, gstin: customer.gstin ?? null,
    phone: customer.phone, joined: joined[k], address_id: stableId('address', customer.email), ...customer.address,
  }))
  const given = [JSON.stringify(rows)]
  const people = `jsonb_to_recordset($1::jsonb) as c (id uuid, email text, hash text, full_name text, company_name text, gstin text, phone text, joined timestamptz,
    address_id uuid, address text, city text, state text, pincode text)`
  await query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, hash, joined,
       '{"provider":"email","providers":["email"]}', jsonb_build_object('sub', id, 'email', email, 'full_name', full_name, 'email_verified', true, 'phone_verified', false), joined, joined
     from ${people}`,
    given,
  )
  await query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select id::text, id, jsonb_build_object('sub', id, 'email', email, 'full_name', full_name, 'email_verified', true, 'phone_verified', false), 'email', joined, joined, joined from ${people}`,
    given,
  )
  await query(
    `update public.profiles set company_name = c.company_name, gstin = c.gstin, phone = c.phone, created_at = c.joined from ${people} where profiles.id = c.id`,
    given,
  )
  await query(
    `insert into public.addresses (id, user_id, full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default)
     select address_id, id, full_name, company_name, gstin, address, city, state, pincode, email, phone, true from ${people}`,
    given,
  )
}

/** Those with a password joined one after the other, the others some hours before their first order. */
function joinedAt({ customers, orders }: TradePlan, now: Date): Date[] {
  const first = new Map<string, number>()
  for (const { customer, daysAgo } of orders) first.set(customer, Math.max(first.get(customer) ?? 0, daysAgo))
  return customers.map(({ email, password }, k) =>
    password === undefined ? hoursBefore(now, (first.get(email) ?? 0) * 24 + 0.4 + (k % 9) * 5) : hoursBefore(now, JOINED_DAYS_AGO * 24 - k))
}
