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

/** Stored in this browser only and removed on sign-out (docs/rules.md#sign-out); prices are fetched each time. */
export function RecentlyViewed({ current }: { current: string }) {
  const [products, setProducts] = useState<ListedProduct[]>([])
  useEffect(() => {
    const before = readIds().filter((id) => id !== current)
    writePersonal('local', NAME, [current, ...before].slice(0, KEPT))
    let wanted = true
    if (before.length > 0) {
      readAgain(before.slice(0, SHOWN)).then(
        (found) => wanted && setProducts(found),
        () => undefined, // a missing extra is not an error for the visitor; the read has logged it
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

/** Loads the API client only here, for a returning visitor, so that no page waits for it. */
async function readAgain(ids: string[]): Promise<ListedProduct[]> {
  const { publicClient } = await import('../../data/api/client.ts')
  return productsByIds(publicClient(), ids)
}

function readIds(): string[] {
  const value = readPersonal('local', NAME)
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
