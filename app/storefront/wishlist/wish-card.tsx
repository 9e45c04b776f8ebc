import { useRef } from 'react'
import * as say from '#words/wishlist.ts'
import { loadWishlist } from '../../data/wishlist/wishes.ts'
import type { Wished } from '../../data/wishlist/wishlist-products.ts'
import { MissingPicture } from '../../ui/pictures/picture.tsx'
import { ProductCard } from '../../ui/product-card.tsx'
import { AddToCart } from '../add-to-cart.tsx'
import { paidFor } from '../card.tsx'
import NotifyMe from '../product/notify-me.tsx'
import { useRoot } from '../shell/use-root.ts'

/** A product on the wishlist: the usual card, with the actions of this page. */
export function WishCard({ id, product }: Wished) {
  const { settings } = useRoot()
  const own = useRef<HTMLDivElement>(null)
  /** The card that had the focus is gone, so the focus moves to its neighbour, or to the top of the screen if there is none. */
  const remove = () => {
    const neighbour = own.current?.parentElement?.nextElementSibling ?? own.current?.parentElement?.previousElementSibling
    void loadWishlist().then((wishlist) => wishlist.remove({ id, name: product?.name }))
    ;(neighbour?.querySelector<HTMLElement>('a, button') ?? document.getElementById('content'))?.focus()
  }
  const removal = (
    <button type="button" className="link min-h-11 px-2 text-sm" onClick={remove}>
      {say.remove}
      <span className="sr-only"> {product?.name ?? say.goneTitle}</span>
    </button>
  )
  return (
    <div ref={own} className="grid min-w-0">
      {product === null ? (
        <article className="flex flex-col">
          <div className="overflow-hidden rounded-md">
            <MissingPicture alt="" width={320} height={320} />
          </div>
          <h2 className="mt-[14px] font-text text-base leading-[1.3] font-medium tracking-normal text-ink-2">{say.goneTitle}</h2>
          <div className="mt-auto text-center">{removal}</div>
        </article>
      ) : (
        <ProductCard
          product={product}
          paid={paidFor(product, settings)}
          heading="h2"
          action={
            <div className="grid gap-1">
              {product.stock <= 0 ? <NotifyMe product={product} compact /> : <AddToCart product={product} />}
              {removal}
            </div>
          }
        />
      )}
    </div>
  )
}
