import { data, Link } from 'react-router'
import * as say from '#words/categories.tsx'
import type { Route } from './+types/route'
import { countWithin, loadCategories } from '../../data/shop/categories.ts'
import { shopContext } from '../../data/api/context.ts'
import { countProducts, everything } from '../../data/shop/products.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { pageMeta } from '../page-meta.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  const [categories, facets] = await Promise.all([loadCategories(db), countProducts(db, everything, { grouped: true }).catch(() => null)])
  return data({ categories, counts: facets?.category ?? {}, origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: say.categories,
    description: say.metaDescription,
    path: '/categories',
    origin: loaderData?.origin,
  })

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { categories, counts } = loaderData
  return (
    <div className="wrap pb-14 lg:pb-[104px]">
      <Breadcrumbs trail={[{ label: say.home, to: '/' }, { label: say.categories }]} />
      <h1 className="pb-7 text-4xl lg:pb-11">{say.heading}</h1>
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
      <ul className="grid gap-x-14 gap-y-8 md:grid-cols-2 lg:gap-y-12">
        {categories.map((category) => (
          <li
            key={category.id}
            className="grid grid-cols-[104px_1fr] items-start gap-x-5 border-t border-line pt-6 lg:grid-cols-[168px_1fr] lg:gap-x-8 lg:pt-8"
          >
            <Link to={`/category/${category.id}`} prefetch="intent" aria-hidden="true" tabIndex={-1} className="jharokha block bg-plum-100 [&>*]:h-full!">
              <Picture src={category.image_url} alt="" width={190} height={272} sizes="(min-width: 1024px) 168px, 104px" />
            </Link>
            <div className="min-w-0">
              <h2 className="flex flex-wrap items-baseline gap-x-3">
                <Link to={`/category/${category.id}`} prefetch="intent" className="inline-flex min-h-11 items-center hover:text-plum-600 wrap-anywhere">
                  {category.name}
                </Link>
                {category.name_hi === null ? null : (
                  <span lang="hi" className="word-hi text-lg text-rose-600">
                    {category.name_hi}
                  </span>
                )}
              </h2>
              <p className="text-ink-2">
                {category.description === null ? null : `${category.description} `}
                <span className="num whitespace-nowrap">{say.productCount(countWithin(category, counts))}</span>
              </p>
              <ul className="mt-1 flex flex-wrap gap-x-6">
                {category.subcategories.map((child) => (
                  <li key={child.id} className="flex items-center gap-2">
                    <Link to={`/category/${child.id}`} className="link inline-flex min-h-11 items-center">
                      {child.name}
                    </Link>
                    <span className="num text-sm text-ink-2">{countWithin(child, counts)}</span>
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
