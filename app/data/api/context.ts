import type { ReadClient } from './client.ts'
import { createContext } from 'react-router'

/** What one page request knows: the anonymous client and the page size. Never a user (docs/rules.md#sessions). */
export type ShopContext = {
  db: ReadClient
  /** The shop's public origin without a trailing slash, for canonical links. */
  origin: string
  publishableKey: string
  /** From Sec-CH-UA-Mobile or the user agent (docs/rules.md#page-sizes): 6 products a page instead of 12. */
  isPhone: boolean
}

export const shopContext = createContext<ShopContext>()
