/** Buyers for a measurement: accounts with filled carts, inserted directly into the database, and their tokens. */
import { SignJWT } from 'jose'
import pg from 'pg'
import type { RunningShop } from '../scripts/running-shop.ts'
import { productId } from './shop.ts'

/** Ids contain a number, so that a pgbench script can count them up. */
export function buyerId(n: number): string {
  return `00000000-0000-4000-8000-${String(100_000_000_000 + n)}`
}

/** The two products in the buyer's cart, from 700 pairs, so that buyers seldom wait for each other's rows. */
export function productsOf(n: number): [string, string] {
  return [productId((n % 700) + 1), productId((n % 700) + 101)]
}

/** Buyers `from` … `from + count - 1`, each with two of the bench products in the cart. */
export async function fillCarts(shop: RunningShop, from: number, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  try {
    await client.query(
      `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data)
       select ('00000000-0000-4000-8000-' || (100000000000 + n))::uuid, 'authenticated', 'authenticated', 'bench' || n || '@shringar.example', now(), now(), now(), '{}', '{}'
         from generate_series($1::int, $1::int + $2::int - 1) n`,
      [from, count],
    )
    await client.query(
      `insert into public.cart_items (user_id, product_id, quantity)
       select ('00000000-0000-4000-8000-' || (100000000000 + n))::uuid, ('00000000-0000-4000-8000-' || (200000000000 + n % 700 + k))::uuid, 2
         from generate_series($1::int, $1::int + $2::int - 1) n, unnest('{1,101}'::int[]) k`,
      [from, count],
    )
  } finally {
    await client.end()
  }
}

/** `iss` of the buyers' tokens: a shop that forwards to a project takes no other issuer's. */
export const ISSUER = 'https://bench.example/auth/v1'

export async function tokenFor(shop: RunningShop, n: number): Promise<string> {
  return new SignJWT({ role: 'authenticated', email: `bench${n}@shringar.example`, session_id: buyerId(n) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(buyerId(n))
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(shop.keys.jwt_secret))
}

export const benchShipping = {
  full_name: 'Bench Buyer',
  address: '1 Test Street',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400050',
  email: 'bench@shringar.example',
  phone: '9820012345',
}
