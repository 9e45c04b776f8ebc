import { resealSecrets } from '#gateway/auth/mfa/secrets.ts'
import type { DataKeys } from '#gateway/core/session.ts'
import { databaseClient } from '#postgres/client.ts'

/** Seals what the accounts keep with the first key, so that the others can be removed. @param url of the auth service's login */
export async function resealAccounts(url: string, keys: DataKeys): Promise<void> {
  const client = databaseClient(url)
  await client.connect()
  try {
    await resealSecrets(async (text, values) => (await client.query(text, values)).rows, keys)
  } finally {
    await client.end()
  }
}
