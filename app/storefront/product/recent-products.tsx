import { useEffect, useState } from 'react'
import { publicClient } from '../../data/api/client.ts'
import { productsByIds, type ListedProduct } from '../../data/shop/products.ts'
import { ProductGrid } from '../../ui/product-card.tsx'
import { Card } from '../card.tsx'
import { Section } from '../section.tsx'

/** The products with these ids at their present prices; nothing when too few of them are still sold. */
export function RecentProducts({ ids, fewest, title }: { ids: readonly string[]; fewest: number; title: string }) {
  const [products, setProducts] = useState<ListedProduct[]>([])
  useEffect(() => {
    let wanted = true
    productsByIds(publicClient(), [...ids]).then(
      (found) => wanted && setProducts(found),
      () => undefined, // a missing extra is not an error for the visitor; the read has logged it
    )
    return () => {
      wanted = false
    }
  }, [ids])
  if (products.length < fewest) return null
  return (
    <Section title={title}>
      <ProductGrid wide row>
        {products.map((product) => (
          <Card key={product.id} product={product} />
        ))}
      </ProductGrid>
    </Section>
  )
}
