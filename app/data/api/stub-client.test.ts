import { expect, test } from 'vitest'
import { stubClient } from './stub-client.ts'

const client = stubClient()
const said = 'Supabase initialization failed'

test('it can be awaited without counting as a response', async () => {
  expect(await Promise.resolve(client)).toBe(client)
})

test.each<[string, () => PromiseLike<{ data: unknown; error: { message: string } | null }>]>([
  ['a read', () => client.from('orders').select('id').eq('user_id', 'x').order('created_at', { ascending: false }).limit(3)],
  ['a single row', () => client.from('profiles').select('*').eq('id', 'x').maybeSingle()],
  ['a write', () => client.from('cart_items').insert({ product_id: 'x', quantity: 1 })],
  ['a function of the database', () => client.rpc('has_role', { _role: 'admin', _user_id: 'x' })],
  ['a function of the server', () => client.functions.invoke('place-order', { body: {} })],
  ['an upload', () => client.storage.from('banner_images').upload('a.png', new Blob())],
])('%s returns the error and no data', async (_case, call) => {
  const { data, error } = await call()
  expect(data).toBeNull()
  expect(error).toBeInstanceOf(Error)
  expect(error?.message).toBe(said)
})

test('calls of the session answer as the client does: neither user nor session', async () => {
  const signedIn = await client.auth.signInWithPassword({ email: 'a@b.in', password: 'x' })
  expect(signedIn).toMatchObject({ data: { user: null, session: null }, error: { message: said } })
  expect((await client.auth.getSession()).data.session).toBeNull()
  expect((await client.auth.signOut()).error?.message).toBe(said)
})
