import { Link } from 'react-router'
import * as say from '#words/ui.ts'
import type { Category } from '../data/shop/categories.ts'
import { Picture } from '../ui/pictures/picture.tsx'

export type WindowCategory = Pick<Category, 'slug' | 'name' | 'name_hi' | 'image_url'>
type CategoryWindowProps = { category: WindowCategory; count: number; to?: string }

/** A category in the cusped window, with its Hindi name beside the English one. */
export function CategoryWindow({ category, count, to = `/products?category=${category.slug}` }: CategoryWindowProps) {
  return (
    <Link to={to} prefetch="intent" className="group/window block text-center">
      <span className="jharokha block bg-plum-100">
        <span className="block h-full origin-[50%_80%] scale-[1.06] transition-transform duration-[600ms] ease-calm group-hover/window:scale-[1.11] [&>*]:h-full!">
          <Picture src={category.image_url} alt="" width={190} height={272} sizes="(min-width: 1024px) 176px, 150px" />
        </span>
      </span>
      <span className="mt-[14px] block font-display text-xl leading-[1.2] text-plum-900 group-hover/window:text-plum-600">{category.name}</span>
      <span className="text-sm text-ink-2">
        {category.name_hi === null ? null : (
          <>
            <span lang="hi" className="word-hi text-base text-rose-600">
              {category.name_hi}
            </span>{' '}
            ·{' '}
          </>
        )}
        <span className="num">{count}</span> {say.productsWord(count)}
      </span>
    </Link>
  )
}
