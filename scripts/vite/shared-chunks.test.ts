import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedChunk } from './shared-chunks.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A module that these screens, and modules that are imported later (with a `~` before them), load with them. */
function chunkOf(...entries: string[]): string | null {
  const id = path.join(root, 'app/ui/shared.tsx')
  const files = new Map(entries.map((entry) => [path.join(root, entry.replace('~', '')), entry.startsWith('~')]))
  return sharedChunk(id, {
    getModuleInfo(of) {
      if (of === id) return { isEntry: false, dynamicImporters: [], importers: [...files.keys()] }
      const later = files.get(of)
      return later === undefined ? null : { isEntry: !later, dynamicImporters: later ? [path.join(root, 'app/root.tsx')] : [], importers: [] }
    },
  })
}

const many = (count: number, folder: string): string[] => Array.from({ length: count }, (_, place) => `${folder}/screen-${place}/route.tsx`)

describe('the chunk of a module that several screens share', () => {
  test('is left to the bundler if a public page loads it at once, however many others do', () => {
    expect(chunkOf('app/storefront/product/route.tsx', ...many(9, 'app/account'))).toBeNull()
    expect(chunkOf('app/root.tsx', ...many(9, 'app/admin'))).toBeNull()
    expect(chunkOf('~app/storefront/products/grid-page.tsx', 'app/storefront/cart/route.tsx')).toBeNull()
  })

  test('is that of the back office if its layout or six of its screens need it', () => {
    expect(chunkOf(...many(5, 'app/admin'))).toBeNull()
    expect(chunkOf(...many(6, 'app/admin'))).toBe('back-office')
    expect(chunkOf('app/admin/layout.tsx', '~app/admin/palette/palette.tsx')).toBe('back-office')
  })

  test('is that of the account, or of everybody who is signed in', () => {
    expect(chunkOf(...many(2, 'app/account'))).toBeNull()
    expect(chunkOf(...many(3, 'app/account'))).toBe('account')
    expect(chunkOf(...many(3, 'app/account'), 'app/admin/orders/route.tsx')).toBe('signed-in')
  })

  test('has nothing that a visitor without a session would load for the others', () => {
    expect(chunkOf('app/storefront/login/route.tsx', ...many(9, 'app/account'))).toBeNull()
    expect(chunkOf('app/storefront/cart/route.tsx', ...many(9, 'app/account'))).toBe('ordering')
    expect(chunkOf('app/storefront/login/route.tsx', 'app/storefront/register/route.tsx', 'app/storefront/reset-password/route.tsx')).toBe('forms')
    expect(chunkOf('~app/pwa/companions.tsx', ...many(9, 'app/admin'))).toBe('common')
    expect(chunkOf('~app/storefront/shell/cart-amount.tsx', 'app/storefront/cart/route.tsx')).toBe('quote')
  })

  test('is its own for a module of one screen, and for a screen itself', () => {
    expect(chunkOf('app/admin/layout.tsx')).toBeNull()
    expect(sharedChunk('screen', { getModuleInfo: () => ({ isEntry: true, dynamicImporters: [], importers: [] }) })).toBeNull()
  })
})
