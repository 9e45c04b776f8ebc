import { useEffect, useRef, useState } from 'react'
import * as say from '#words/home.tsx'
import type { ListedProduct } from '../../data/shop/products.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Card } from '../card.tsx'
import { Section } from '../section.tsx'

/** The newest featured products, in a row to swipe or step through. */
export function FeaturedProducts({ title = say.featuredProducts, products }: { title: string | undefined; products: ListedProduct[] }) {
  const rail = useRef<HTMLUListElement>(null)
  const { atStart, atEnd } = useRailEnds(rail)
  const step = (direction: 1 | -1) => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    rail.current?.scrollBy({ left: direction * rail.current.clientWidth * 0.8, behavior: still ? 'auto' : 'smooth' })
  }
  const arrow =
    'grid size-12 place-items-center rounded-full border border-control text-plum-700 hover:border-plum-600 hover:bg-plum-50 disabled:border-line disabled:bg-transparent disabled:text-control'
  const arrows = (
    <div className="hidden gap-[10px] md:flex">
      <button type="button" aria-label={say.previousProducts} disabled={atStart} onClick={() => step(-1)} className={arrow}>
        <Icon name="back" size={20} />
      </button>
      <button type="button" aria-label={say.moreProducts} disabled={atEnd} onClick={() => step(1)} className={arrow}>
        <Icon name="forward" size={20} />
      </button>
    </div>
  )
  if (products.length === 0) {
    return (
      <Section title={title}>
        <p className="border-y border-line py-10 text-center text-ink-2">{say.noFeaturedProducts}</p>
      </Section>
    )
  }
  return (
    <Section title={title} more={arrows}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <ul ref={rail} tabIndex={0} aria-label={say.featuredProductsRow} className="rail no-bar">
        {products.map((product) => (
          <li key={product.id} className="flex snap-start *:flex-1">
            <Card product={product} sizes="(min-width: 1024px) 270px, (min-width: 768px) 30vw, 62vw" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function useRailEnds(rail: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })
  useEffect(() => {
    const element = rail.current
    if (!element) return
    const read = () => setEnds({ atStart: element.scrollLeft < 8, atEnd: element.scrollLeft + element.clientWidth > element.scrollWidth - 8 })
    read()
    element.addEventListener('scroll', read, { passive: true })
    window.addEventListener('resize', read)
    return () => {
      element.removeEventListener('scroll', read)
      window.removeEventListener('resize', read)
    }
  }, [rail])
  return ends
}
