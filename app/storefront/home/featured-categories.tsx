import * as say from '#words/home.tsx'
import { idsWithin, type CategoryNode } from '../../data/shop/categories.ts'
import { CategoryWindow } from '../category-window.tsx'
import { MoreLink, Section } from '../section.tsx'

type FeaturedCategoriesProps = {
  /** undefined: the shop's own */
  title: string | undefined
  categories: CategoryNode[]
  counts: Record<string, number>
}

/** The first six categories: a row to swipe on phones, a grid on wider screens. */
export function FeaturedCategories({ title = say.featuredCategories, categories, counts }: FeaturedCategoriesProps) {
  if (categories.length === 0) return null
  return (
    <Section near title={title} more={<MoreLink to="/products">{say.viewAll}</MoreLink>}>
      <ul className="no-bar -mx-5 grid snap-x snap-mandatory auto-cols-[150px] grid-flow-col gap-4 overflow-x-auto scroll-px-5 px-5 md:-mx-10 md:scroll-px-10 md:px-10 lg:m-0 lg:auto-cols-fr lg:gap-7 lg:overflow-visible lg:p-0">
        {categories.map((category) => (
          <li key={category.id} className="snap-start">
            <CategoryWindow category={category} count={countWithin(category, counts)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function countWithin(category: CategoryNode, counts: Record<string, number>): number {
  return idsWithin(category).reduce((sum, id) => sum + (counts[id] ?? 0), 0)
}
