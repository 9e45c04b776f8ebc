import type { ReadClient } from './client.ts'
import { createContext } from 'react-router'

/** What one page request knows: the anonymous wire client and how to size the page. Never a user (docs/rules.md#sessions). */
export type ShopContext = {
  db: ReadClient
  /** The shop's public origin without a slash at the end, for canonical links. */
  origin: string
  publishableKey: string
  /** Decided from Sec-CH-UA-Mobile or the user agent (docs/rules.md#page-sizes): 6 products a page instead of 12. */
  isPhone: boolean
}

export const shopContext = createContext<ShopContext>()
