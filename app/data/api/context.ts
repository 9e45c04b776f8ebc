import type { ReadClient } from './client.ts'
import { createContext } from 'react-router'

/** What one page request knows: the anonymous client and the page size. Never a user (docs/rules.md#sessions); staff who look at a closed
 * shop are a visitor with a preview token (docs/decisions/0072-a-closed-shop.md). */
export type ShopContext = {
  db: ReadClient
  /** The shop's public origin without a trailing slash, for canonical links. */
  origin: string
  publishableKey: string
  /** From Sec-CH-UA-Mobile or the user agent (docs/rules.md#page-sizes): 6 products a page instead of 12. */
  isPhone: boolean
  /** Null: the shop is open. While it is closed, who asks: staff with their preview, or anyone else. */
  closed: 'staff' | 'public' | null
}

export const shopContext = createContext<ShopContext>()

/** The client that reads with a preview token. */
export const previewContext = createContext<(token: string) => ReadClient>()
