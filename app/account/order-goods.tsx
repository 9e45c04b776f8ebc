import * as say from '#words/my-orders.ts'
import { PICTURES } from '../data/orders/orders.ts'
import type { OrderGoods } from '../data/orders/orders.ts'
import { Picture } from '../ui/pictures/picture.tsx'

/** What was ordered, at a glance: three pictures, the names beside them on at most two lines. `goods` undefined: being read. */
export function OrderedGoods({ goods, className = '' }: { goods: OrderGoods | undefined; className?: string }) {
  return (
    <span className={`grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-3 ${className}`}>
      {goods === undefined ? (
        <>
          <span aria-hidden="true" className="bone size-11 rounded-full!" />
          <span aria-hidden="true" className="bone h-4 w-3/5" />
        </>
      ) : (
        <>
          <GoodsPictures goods={goods} />
          <span className="line-clamp-2 text-sm leading-[1.35] text-ink-2">{goodsText(goods)}</span>
        </>
      )}
    </span>
  )
}

export function GoodsPictures({ goods }: { goods: OrderGoods }) {
  return (
    <span className="flex flex-none" aria-hidden="true">
      {goods.slice(0, PICTURES).map((item, place) => (
        <span key={place} className={`size-11 overflow-hidden rounded-full border-2 border-surface bg-sunken ${place > 0 ? '-ml-[18px]' : ''}`}>
          <Picture src={item.image_url} alt="" width={44} height={44} sizes="44px" />
        </span>
      ))}
    </span>
  )
}

/** The names of the first lines: 'Neem Wood Comb, Blending Sponges and more'. */
export function goodsText(goods: OrderGoods): string {
  const names = goods.slice(0, PICTURES).map(({ product_name: name }) => name.replace(/,.*/, ''))
  return goods.length > PICTURES ? say.andMore(names.join(', ')) : names.join(', ')
}
