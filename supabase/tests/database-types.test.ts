import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { applySchemas } from '../../scripts/schema/apply.ts'
import { differences } from '../../scripts/schema/differences.ts'
import { dumpSchema } from '../../scripts/schema/dump.ts'
import { generateTypes } from '../../scripts/generate-types.ts'

test('the migrations and supabase/schemas make the same database (npm run migration)', async () => {
  const [migrated, present] = [await createDatabase('shop'), await createDatabase('gateway')]
  try {
    await applySchemas(present.url)
    expect(differences(await dumpSchema(migrated.url), await dumpSchema(present.url))).toEqual([])
  } finally {
    await Promise.all([migrated.drop(), present.drop()])
  }
})

test('schema.sql is what the migrations make (npm run types)', async () => {
  const database = await createDatabase('shop')
  try {
    expect((await readFile(new URL('../schema.sql', import.meta.url), 'utf8')) === (await dumpSchema(database.url))).toBe(true)
  } finally {
    await database.drop()
  }
})

test('database.types.ts says what the migrations make (npm run types)', async () => {
  const database = await createDatabase('shop')
  try {
    expect(await readFile(new URL('../database.types.ts', import.meta.url), 'utf8')).toBe(await generateTypes(database.url))
  } finally {
    await database.drop()
  }
})
