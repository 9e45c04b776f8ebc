import * as say from '#words/products.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { Card } from '../card.tsx'
import { cleared, type Filters, filtersPath } from './filters.ts'
import type { Listing } from './listing.ts'

/** Replaces the products: explains why there are none, offers next steps and near matches. */
export default function NothingFound({ filters, near, path, filtered }: { filters: Filters; near: Listing['near']; path: string; filtered: boolean }) {
  const searching = filters.query !== ''
  return (
    <>
      <EmptyState
        drawing="search"
        title={searching ? say.noneMatching(filters.query) : say.noProducts}
        text={filtered ? say.fewerFilters : searching ? say.anotherWord : say.newProductsComing}
        action={
          <>
            {filtered ? (
              <ButtonLink to={filtersPath(cleared(filters), path)} variant="primary" preventScrollReset>
                {say.clearAll}
              </ButtonLink>
            ) : null}
            {searching || filtered ? (
              <ButtonLink to="/products" variant="second">
                {say.showAllProducts}
              </ButtonLink>
            ) : null}
            {searching || !filtered ? (
              <ButtonLink to="/categories" variant="second">
                {say.browseCategories}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      {near.products.length > 0 ? (
        <section aria-labelledby="near" className="pt-8">
          <h2 id="near" className="mb-6">
            {!near.close ? say.whatOthersTake : filtered ? say.closeWithoutFilters : say.closeToTyped}
          </h2>
          <ProductGrid wide row>
            {near.products.map((product) => (
              <Card key={product.id} product={product} />
            ))}
          </ProductGrid>
        </section>
      ) : null}
    </>
  )
}
