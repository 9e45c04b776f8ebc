/** `npm run remove-second-factor -- someone@shop.example`: for a person who lost the authenticator app and the recovery codes. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'

const email = process.argv[2]?.toLowerCase()
if (!email?.includes('@')) {
  console.error('usage: npm run remove-second-factor -- someone@shop.example')
  process.exit(2)
}
const file = path.resolve(process.env.DATA_DIR ?? '.data', 'keys.json')
const text = await readFile(file, 'utf8').catch(() => null)
if (!text) {
  console.error(`There is no shop in ${path.dirname(file)}: start it once, or set DATA_DIR.`)
  process.exit(1)
}
const keys = JSON.parse(text) as { url: string; secret_key: string }
const { admin } = createClient<Database>(keys.url, keys.secret_key, { auth: { persistSession: false, autoRefreshToken: false } }).auth

async function findUser(): Promise<string | null> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: 1000 })
    if (error) throw error
    const found = data.users.find((user) => user.email === email)
    if (found) return found.id
    if (data.users.length < 1000) return null
  }
}

const userId = await findUser()
if (!userId) {
  console.error(`${email} has no account here.`)
  process.exit(1)
}
const listed = await admin.mfa.listFactors({ userId })
if (listed.error) throw listed.error
const { factors } = listed.data
for (const { id, factor_type: type } of factors) {
  if (type === 'recovery_code') continue // removed together with the app
  const { error } = await admin.mfa.deleteFactor({ userId, id })
  if (error) throw error
}
console.log(factors.length === 0 ? `${email} has no second factor.` : `${email} signs in with the password alone again, and gets a mail about it.`)
