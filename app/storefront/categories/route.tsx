import { data, Link } from 'react-router'
import * as say from '#words/categories.tsx'
import type { Route } from './+types/route'
import { idsWithin, loadCategories } from '../../data/shop/categories.ts'
import { shopContext } from '../../data/api/context.ts'
import { countProducts, everything } from '../../data/shop/products.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { CategoryWindow } from '../category-window.tsx'
import { pageMeta } from '../page-meta.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  const [categories, facets] = await Promise.all([loadCategories(db), countProducts(db, everything).catch(() => null)])
  return data({ categories, counts: facets?.category ?? {}, origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: say.categories,
    description: say.metaDescription,
    path: '/categories',
    origin: loaderData?.origin,
  })

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { categories, counts } = loaderData
  const countOf = (category: (typeof categories)[number]) => idsWithin(category).reduce((sum, id) => sum + (counts[id] ?? 0), 0)
  return (
    <div className="wrap pb-14 lg:pb-[104px]">
      <Breadcrumbs trail={[{ label: say.home, to: '/' }, { label: say.categories }]} />
      <h1 className="pb-7 lg:pb-11">{say.heading}</h1>
      {categories.length === 0 ? (
        <EmptyState
          title={say.noCategories}
          text={say.noCategoriesText}
          action={
            <ButtonLink to="/products" variant="primary">
              {say.browseProducts}
            </ButtonLink>
          }
        />
      ) : null}
      <ul className="grid gap-x-10 gap-y-11 md:grid-cols-2 lg:gap-y-14">
        {categories.map((category) => (
          <li key={category.id} className="grid grid-cols-[120px_1fr] items-start gap-5 border-t border-line pt-7 md:grid-cols-[150px_1fr] md:gap-7">
            <CategoryWindow category={category} count={countOf(category)} to={`/category/${category.id}`} />
            <div className="pt-2">
              {category.description === null ? null : <p className="mb-3 text-ink-2">{category.description}</p>}
              <ul className="flex flex-wrap gap-x-5 gap-y-1">
                {category.subcategories.map((child) => (
                  <li key={child.id}>
                    <Link to={`/category/${child.id}`} className="link inline-block py-[6px]">
                      {child.name}
                    </Link>{' '}
                    <span className="num text-sm text-ink-2">{countOf(child)}</span>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
