import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/families.ts'
import type { CardFamily } from '../../data/shop/products.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ProductCard, type ProductCardProps } from '../../ui/product-card.tsx'
import { Swatch } from './swatch.tsx'

/** One card for a family: its first fitting product, by the family's name unless it is the only one that fits (docs/decisions/0065-families.md). */
export default function FamilyCard({ family, ...card }: ProductCardProps & { family: CardFamily }) {
  const { product, paid } = card
  const parts = <Values family={family} />
  if (family.fitting === 1) return <ProductCard {...card}>{parts}</ProductCard>
  const choice = say.choose(family.options)
  const [from, to] = [toPaise(family.from), toPaise(family.to)]
  return (
    <ProductCard
      {...card}
      name={family.name}
      price={
        from === to ? undefined : (
          <>
            <span className="text-sm text-ink-2">{say.from}</span>
            <b className="text-xl font-[650] tracking-[-.01em]">{formatRupees(paid ? paid(from) : from)}</b>
          </>
        )
      }
      action={
        <Link
          to={productPath(product)}
          aria-label={say.chooseNamed(choice, family.name)}
          className={buttonClass({ variant: 'second', size: 'card', className: 'w-full px-[10px]!' })}
        >
          {choice}
        </Link>
      }
    >
      {parts}
    </ProductCard>
  )
}

function Values({ family: { options, values, swatches } }: { family: CardFamily }) {
  const option = options[0] ?? ''
  const more = values - swatches.length
  if (values < 2) return null
  return (
    <p className="num mt-[10px] flex flex-wrap items-center gap-[5px] text-xs text-ink-2">
      {swatches.map((swatch) => (
        <span key={swatch.name} className="inline-flex">
          <Swatch {...swatch} size={18} />
          <span className="sr-only">{swatch.name}, </span>
        </span>
      ))}
      {swatches.length === 0 ? say.countOfValues(values, option) : more > 0 ? say.moreValues(more, option) : null}
    </p>
  )
}
