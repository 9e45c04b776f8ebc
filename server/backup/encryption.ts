/**
 * Encryption in the format of age (age-encryption.org): the shop has public keys only, so that who breaks into it cannot read its
 * backups, and the owner can open one with the standard program too. Streams of authenticated pieces of 64 kB.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { BackupError } from './format.ts'

type Bytes = AsyncIterable<Uint8Array>

export const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{58}$/
const PRIVATE_KEY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/
/** Bytes of a file of keys. */
const MOST = 10_000

/** Loaded with the first backup: a shop at rest has no need of it. */
const age = () => import('age-encryption')

export async function encrypt(content: Bytes, publicKeys: readonly string[]): Promise<Bytes> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  for (const key of publicKeys) encrypter.addRecipient(key)
  return (await encrypter.encrypt(ReadableStream.from(content) as never)) as unknown as Bytes
}

/** @throws BackupError for bytes that are no backup, or none for these keys */
export async function decrypt(content: Bytes, privateKeys: readonly string[]): Promise<Bytes> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const key of privateKeys) decrypter.addIdentity(key)
  try {
    return (await decrypter.decrypt(ReadableStream.from(content) as never)) as unknown as Bytes
  } catch (error) {
    if (error instanceof BackupError) throw error
    const reason = error instanceof Error ? error.message : ''
    if (reason.includes('no identity matched')) throw new BackupError('This backup was encrypted for another key.', { cause: error })
    throw new BackupError('This is not a backup of a shop, or its beginning is damaged.', { cause: error })
  }
}

/** Writes a new private key for the owner, readable by them alone. @returns the public key */
export async function writeNewKey(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# public key: ${recipient}\n${identity}\n`
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new BackupError(`${file} exists already; choose another name.`)
    throw new BackupError(`${file} cannot be written: ${error.code ?? 'unknown error'}.`)
  })
  return recipient
}

/** The private keys in a file as `age-keygen` writes it. */
export async function readKeyFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The key ${file} cannot be read: ${error.code ?? 'unknown error'}.`)
  })
  const keys = text
    .slice(0, MOST)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0 || !keys.every((key) => PRIVATE_KEY.test(key))) throw new BackupError(`${file} holds no private key of a backup (AGE-SECRET-KEY-1…).`)
  return keys
}
