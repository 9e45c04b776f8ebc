import * as say from '#words/home.tsx'
import { countWithin, type CategoryNode } from '../../data/shop/categories.ts'
import { CategoryWindow, type WindowCategory } from '../category-window.tsx'
import { MoreLink, Section } from '../section.tsx'

type FeaturedCategory = WindowCategory & { id: string; count: number }

const FEATURED = 6

/** The first six, counted here, so that the counts of all others need not travel with the page. */
export function featuredCategories(tree: CategoryNode[], counts: Record<string, number>): FeaturedCategory[] {
  return tree
    .slice(0, FEATURED)
    .map((node) => ({ id: node.id, slug: node.slug, name: node.name, name_hi: node.name_hi, image_url: node.image_url, count: countWithin(node, counts) }))
}

type FeaturedCategoriesProps = {
  /** undefined: the shop's own */
  title: string | undefined
  categories: FeaturedCategory[]
}

/** A row to swipe on phones, a grid on wider screens. */
export function FeaturedCategories({ title = say.featuredCategories, categories }: FeaturedCategoriesProps) {
  if (categories.length === 0) return null
  return (
    <Section near title={title} more={<MoreLink to="/products">{say.viewAll}</MoreLink>}>
      <ul className="no-bar -mx-5 grid snap-x snap-mandatory auto-cols-[150px] grid-flow-col gap-4 overflow-x-auto scroll-px-5 px-5 md:-mx-10 md:scroll-px-10 md:px-10 lg:m-0 lg:auto-cols-fr lg:gap-7 lg:overflow-visible lg:p-0">
        {categories.map((category) => (
          <li key={category.id} className="snap-start">
            <CategoryWindow category={category} count={category.count} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
