import { expect, test } from 'vitest'
import { untypedClients } from './untyped-clients.ts'

const IMPORT = "import { createClient, type SupabaseClient as Client } from '@supabase/supabase-js'\nimport { PostgrestClient } from '@supabase/postgrest-js'\n"
const lines = (code: string) => untypedClients('app/data/a.ts', IMPORT + code).map(({ line }) => line - 2)

test('a client with the types of the database, and a read without a type of its own, pass', () => {
  const code = `
    type Own = Client<Database>
    const client = createClient<Database>(url, key)
    const reader: PostgrestClient<Database> = new PostgrestClient<Database>(url)
    const { data } = await client.from('orders').select('id').eq('id', id).maybeSingle()
    const list = document.select<Row>
    const text = String(value) as Row`
  expect(untypedClients('app/data/a.ts', IMPORT + code)).toEqual([])
})

test.each([
  ['a client created without them', 'const client = createClient(url, key)'],
  ['a client created with other types', 'const client = createClient<any>(url, key)'],
  ['a reader created without them', 'const reader = new PostgrestClient(url)'],
  ['a parameter typed as any client, also under another name', 'function read(client: Client) {}'],
  ['the type of the function that creates any client', 'type Any = ReturnType<typeof createClient>'],
  ['a class that extends any client', 'class Own extends PostgrestClient {}'],
  ['a read with overrideTypes', "await client.from('orders').select('id').overrideTypes<Row[], { merge: false }>()"],
  ['a read with returns', "await client.from('orders').select('id').returns<Row[]>()"],
  ['a select with a type of its own', "await client.from('orders').select<string, Row>(columns)"],
  ['a single row with a type of its own', "await client.from('orders').select('id').single<Row>()"],
  ['a row that may be missing with a type of its own', "await client.from('orders').select('id').maybeSingle<Row>()"],
  ['a cast of what a read returns', 'return data as Row[]'],
  ['a cast by way of unknown', 'const rows = data as unknown as Row[]'],
  ['a cast of a result that may be missing', 'const rows = (data ?? []) as Row[]'],
])('%s is found', (_case, code) => {
  expect(lines(code)).toEqual([1])
})

test('other functions of these names are free', () => {
  expect(untypedClients('app/data/a.ts', "import { createClient } from './redis.ts'\nconst client = createClient(url)")).toEqual([])
})
