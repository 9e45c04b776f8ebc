import { mkdtemp, readFile, rm, stat, writeFile, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirectoryError } from './database/data-directory.ts'
import { loadKeys, saveKeys } from './keys.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-keys-'))
  file = path.join(folder, 'keys.json')
})
afterEach(() => rm(folder, { recursive: true }))

test('every bootstrap generates different keys, and the legacy ones are signed with the secret', async () => {
  const [keys, others] = [await loadKeys(folder), await loadKeys(folder)]
  expect(keys.publishable_key).toMatch(/^sb_publishable_\S{32}$/)
  expect(keys.secret_key).toMatch(/^sb_secret_\S{32}$/)
  for (const name of ['publishable_key', 'secret_key', 'jwt_secret', 'anon_key', 'service_role_key'] as const) expect(keys[name], name).not.toBe(others[name])
  const secret = new TextEncoder().encode(keys.jwt_secret)
  expect((await jwtVerify(keys.anon_key, secret)).payload['role']).toBe('anon')
  expect((await jwtVerify(keys.service_role_key, secret)).payload['role']).toBe('service_role')
})

test('the file is readable by its owner only, complete, and returns the same keys', async () => {
  const keys = await loadKeys(folder)
  await saveKeys(folder, { url: 'http://localhost:3000', ...keys, db_url: 'postgresql://x' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: 'http://localhost:3000', ...keys, db_url: 'postgresql://x' })
  expect(await loadKeys(folder)).toEqual(keys)
  expect(await readdir(folder)).toEqual(['keys.json'])
})

test('a file readable by others is restricted at the next start, also one left by an interrupted start', async () => {
  await writeFile(file, '{}', { mode: 0o644 })
  await writeFile(`${file}.new`, 'half', { mode: 0o666 })
  await saveKeys(folder, { url: 'http://localhost:3000', ...(await loadKeys(await mkdtemp(path.join(folder, 'empty-')))) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a damaged file gives one sentence and is not replaced: new keys would sign everyone out', async () => {
  const keys = await loadKeys(folder)
  for (const damaged of ['', '{', 'null', '{}', JSON.stringify({ ...keys, jwt_secret: 'short' }), JSON.stringify({ ...keys, secret_key: undefined })]) {
    await writeFile(file, damaged)
    await expect(loadKeys(folder), damaged).rejects.toThrow(DataDirectoryError)
    await expect(loadKeys(folder)).rejects.toThrow(`The data folder is damaged: ${file} is not readable.`)
    expect(await readFile(file, 'utf8')).toBe(damaged)
  }
})

test('keys of the environment are the same in every process, whatever its folder has', async () => {
  const jwtSecret = 'a-secret-of-more-than-32-characters'
  const one = await loadKeys(folder, { jwtSecret, publishableKey: undefined, secretKey: undefined })
  await saveKeys(folder, { url: 'http://localhost:3000', ...(await loadKeys(folder)) })
  expect(await loadKeys(folder, { jwtSecret, publishableKey: undefined, secretKey: undefined })).toEqual(one)
  expect(one.publishable_key).toMatch(/^sb_publishable_[\w-]{32}$/)
  expect(one.secret_key).toMatch(/^sb_secret_[\w-]{32}$/)
  expect((await jwtVerify(one.service_role_key, new TextEncoder().encode(jwtSecret))).payload['role']).toBe('service_role')
  expect(await loadKeys(folder, { jwtSecret, publishableKey: 'sb_publishable_own', secretKey: 'sb_secret_own' })).toEqual({
    ...one,
    publishable_key: 'sb_publishable_own',
    secret_key: 'sb_secret_own',
  })
  expect((await loadKeys(folder, { jwtSecret: `${jwtSecret}!`, publishableKey: undefined, secretKey: undefined })).secret_key).not.toBe(one.secret_key)
})

test('an unreadable file is not treated as missing', async () => {
  await mkdir(file)
  await expect(loadKeys(folder)).rejects.toThrow(DataDirectoryError)
})
