import { mkdtemp, readFile, rm, stat, writeFile, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirectoryError } from './database/data-directory.ts'
import { dataKeysOf, loadKeys, saveKeys, type GivenKeys } from './keys.ts'
import { finished, rotated } from './rotate-keys.ts'

const given = (...jwtSecrets: [string, ...string[]]): GivenKeys => ({ jwtSecrets, publishableKeys: [], secretKeys: [], dataKeys: [] })

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
  const one = await loadKeys(folder, given(jwtSecret))
  await saveKeys(folder, { url: 'http://localhost:3000', ...(await loadKeys(folder)) })
  expect(await loadKeys(folder, given(jwtSecret))).toEqual(one)
  expect(one.publishable_key).toMatch(/^sb_publishable_[\w-]{32}$/)
  expect(one.secret_key).toMatch(/^sb_secret_[\w-]{32}$/)
  expect((await jwtVerify(one.service_role_key, new TextEncoder().encode(jwtSecret))).payload['role']).toBe('service_role')
  expect(await loadKeys(folder, { ...given(jwtSecret), publishableKeys: ['sb_publishable_own'], secretKeys: ['sb_secret_own'] })).toEqual({
    ...one,
    publishable_key: 'sb_publishable_own',
    secret_key: 'sb_secret_own',
  })
  expect((await loadKeys(folder, given(`${jwtSecret}!`))).secret_key).not.toBe(one.secret_key)
})

test('an unreadable file is not treated as missing', async () => {
  await mkdir(file)
  await expect(loadKeys(folder)).rejects.toThrow(DataDirectoryError)
})

const OLD = 'an-older-secret-of-the-environment'
const NEW = 'a-newer-secret-of-the-environment!'

test('of several secrets the first signs, and what follows from the others is accepted', async () => {
  const [old, both] = [await loadKeys(folder, given(OLD)), await loadKeys(folder, given(NEW, OLD))]
  expect(both).toMatchObject({ jwt_secret: NEW, data_key: NEW })
  expect(both.also).toEqual({ jwt_secrets: [OLD], publishable_keys: [old.publishable_key], secret_keys: [old.secret_key], data_keys: [OLD] })
  expect(old.also).toBeUndefined()
})

test('a data key seals apart from the secrets of tokens, and what these have sealed opens', async () => {
  const keys = await loadKeys(folder, { ...given(NEW, OLD), dataKeys: ['the data key, apart from all of them'] })
  expect(dataKeysOf(keys)).toEqual(['the data key, apart from all of them', NEW, OLD])
  expect(keys.jwt_secret).toBe(NEW)
})

test('a folder without a data key keeps what it has sealed, also when its keys change', async () => {
  const { data_key: _, ...before } = await loadKeys(folder)
  await writeFile(file, JSON.stringify(before))
  const keys = await loadKeys(folder)
  expect(dataKeysOf(keys)).toEqual([before.jwt_secret])
  const next = await rotated(keys, { data: false, now: new Date(0) })
  expect(next.data_key).not.toBe(before.jwt_secret)
  expect(dataKeysOf(next)).toEqual([next.data_key, before.jwt_secret])
})

test('a change of the keys accepts the old ones until it is finished, and is finished after a start alone', async () => {
  const keys = await loadKeys(folder)
  const next = await rotated(keys, { data: false, now: new Date(0) })
  for (const name of ['publishable_key', 'secret_key', 'jwt_secret', 'anon_key', 'service_role_key'] as const) expect(next[name], name).not.toBe(keys[name])
  expect(next.data_key).toBe(keys.data_key)
  expect(next.also).toMatchObject({ jwt_secrets: [keys.jwt_secret], publishable_keys: [keys.publishable_key], secret_keys: [keys.secret_key], data_keys: [] })
  expect(() => finished(next)).toThrow('restart it first')
  expect(() => finished(keys)).toThrow('nothing to finish')
  await expect(rotated(next, { data: false, now: new Date(0) })).rejects.toThrow('not finished')
  const started = { ...next, also: next.also && { ...next.also, started: true } }
  await saveKeys(folder, { url: 'http://localhost:3000', ...started })
  expect(finished(await loadKeys(folder)).also).toBeUndefined()
  expect((await rotated(keys, { data: true, now: new Date(0) })).also?.data_keys).toEqual([keys.data_key])
})
