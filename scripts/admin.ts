/** `npm run admin -- someone@shop.example`: makes that account an owner of the running shop, or resets its password. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { databaseClient } from '#postgres/client.ts'

const email = process.argv[2]?.toLowerCase()
if (!email?.includes('@')) {
  console.error('usage: npm run admin -- someone@shop.example')
  process.exit(2)
}
const file = path.resolve(process.env.DATA_DIR ?? '.data', 'keys.json')
const text = await readFile(file, 'utf8').catch(() => null)
if (!text) {
  console.error(`There is no shop in ${path.dirname(file)}: start it once, or set DATA_DIR.`)
  process.exit(1)
}
const keys = JSON.parse(text) as { url: string; secret_key: string; db_url?: string }
const ownerUrl = process.env.DATABASE_URL ?? keys.db_url
const headers = { apikey: keys.secret_key, 'content-type': 'application/json' }
const running = await fetch(`${keys.url}/health`).then(
  (answer) => answer.ok,
  () => false,
)
if (!running || !ownerUrl) {
  console.error(`The shop at ${keys.url} does not answer: start it first.`)
  process.exit(1)
}
const password = randomBytes(12).toString('base64url')
const client = databaseClient(ownerUrl)
await client.connect()
try {
  const known = await client.query<{ id: string }>('select id from auth.users where email = $1', [email])
  const id = known.rows[0]?.id
  const answer = await fetch(`${keys.url}/auth/v1/admin/users${id ? `/${id}` : ''}`, {
    method: id ? 'PUT' : 'POST',
    headers,
    body: JSON.stringify({ email, password, email_confirm: true }),
  })
  const user = (await answer.json()) as { id?: string; msg?: string; message?: string }
  if (!answer.ok || !user.id) throw new Error(user.message ?? user.msg ?? `the shop answered ${answer.status}`)
  await client.query("insert into public.user_roles (user_id, role) values ($1, 'owner') on conflict (user_id) do update set role = 'owner'", [user.id])
  console.log(`${email} is an owner. Password, shown once: ${password}`)
} finally {
  await client.end()
}
