import { useEffect, useState } from 'react'
import * as say from '#words/product.tsx'
import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'
import { productsByIds, type ListedProduct } from '../../data/shop/products.ts'
import { ProductGrid } from '../../ui/product-card.tsx'
import { Card } from '../card.tsx'
import { Section } from '../section.tsx'

const KEPT = 9
const SHOWN = 4
const NAME = 'recently-viewed'

/** Kept in this browser only and forgotten on sign-out (docs/rules.md#sign-out); prices are read fresh. */
export function RecentlyViewed({ current }: { current: string }) {
  const [products, setProducts] = useState<ListedProduct[]>([])
  useEffect(() => {
    const before = readIds().filter((id) => id !== current)
    writePersonal('local', NAME, [current, ...before].slice(0, KEPT))
    let wanted = true
    if (before.length > 0) {
      readAgain(before.slice(0, SHOWN)).then(
        (found) => wanted && setProducts(found),
        () => undefined, // a missing extra is no error to the visitor; the read has logged it
      )
    }
    return () => {
      wanted = false
    }
  }, [current])
  if (products.length === 0) return null
  return (
    <Section title={say.recentlyViewed}>
      <ProductGrid wide row>
        {products.map((product) => (
          <Card key={product.id} product={product} />
        ))}
      </ProductGrid>
    </Section>
  )
}

/** The wire client comes only here, for a returning visitor: no page waits for it. */
async function readAgain(ids: string[]): Promise<ListedProduct[]> {
  const { publicClient } = await import('../../data/api/client.ts')
  return productsByIds(publicClient(), ids)
}

function readIds(): string[] {
  const value = readPersonal('local', NAME)
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
