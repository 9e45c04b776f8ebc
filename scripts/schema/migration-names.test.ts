import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

test('each migration has a version of its own, in 14 digits, and a name', async () => {
  const names = await readdir(path.join(import.meta.dirname, '../../supabase/migrations'))
  expect(names.filter((name) => !/^\d{14}_[a-z0-9_]+\.sql$/.test(name))).toEqual([])
  const versions = names.map((name) => name.slice(0, 14))
  expect(versions.filter((version, place) => versions.indexOf(version) !== place)).toEqual([])
})
