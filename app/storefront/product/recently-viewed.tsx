import { useEffect, useState } from 'react'
import { publicClient } from '../../data/client.ts'
import { readPersonal, writePersonal } from '../../data/personal-storage.ts'
import { productsByIds, type ListedProduct } from '../../data/products.ts'
import { ProductGrid } from '../../ui/product-card.tsx'
import { Card } from '../card.tsx'
import { Section } from '../section.tsx'

const KEPT = 9
const SHOWN = 4
const NAME = 'recently-viewed'

/** Kept in this browser only and forgotten on sign-out (ruling 29); prices are read fresh. */
export function RecentlyViewed({ current }: { current: string }) {
  const [products, setProducts] = useState<ListedProduct[]>([])
  useEffect(() => {
    const before = readIds().filter((id) => id !== current)
    writePersonal('local', NAME, [current, ...before].slice(0, KEPT))
    let wanted = true
    setProducts([])
    if (before.length > 0) {
      productsByIds(publicClient(), before.slice(0, SHOWN)).then(
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
    <Section title="Recently viewed">
      <ProductGrid wide>{products.map((product) => <Card key={product.id} product={product} />)}</ProductGrid>
    </Section>
  )
}

function readIds(): string[] {
  const value = readPersonal('local', NAME)
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
