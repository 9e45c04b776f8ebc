import type { ReadClient } from '../api/client.ts'
import { readHome } from '#domain/shop/home.ts'
import type { Home } from '#domain/shop/home.ts'
import { orThrow } from '../api/read.ts'

/** The owner's texts and sections of the home page. */
export async function loadHome(db: ReadClient): Promise<Home> {
  return readHome(orThrow<{ home: unknown }>(await db.from('settings').select('home').limit(1).single()).home)
}
