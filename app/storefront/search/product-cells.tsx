import { useState } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { basePrice } from '#domain/prices/price-tiers.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/search.ts'
import { addToCartNamed } from '#words/shell.tsx'
import { useCart } from '../../data/cart/cart.ts'
import { sessionStore } from '../../data/session/session.ts'
import type { Suggestion } from '../../data/shop/product-suggestions.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Cell, type CellState } from './rows.tsx'

type ProductCellsProps = { product: Suggestion; open: CellState; add: CellState; onOpen: () => void; onAdded: () => void }

/** A row of two cells: the product with picture and price, and its Add. */
export function ProductCells({ product, open, add, onOpen, onAdded }: ProductCellsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no <tr> outside a table
    <div role="row">
      <Cell {...open}>
        <Link to={productPath(product)} tabIndex={-1} onClick={onOpen}>
          <span className="size-12 flex-none overflow-hidden rounded-xs">
            <Picture src={product.image_url} alt="" thumbhash={product.image_thumbhash} width={48} height={48} sizes="48px" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 leading-[1.25] font-medium">
              <bdi>{product.name}</bdi>
            </span>
            <span className="num text-sm text-ink-2">{formatRupees(basePrice(product))}</span>
          </span>
        </Link>
      </Cell>
      <Cell {...add} className="add">
        <Add product={product} onAdded={onAdded} />
      </Cell>
    </div>
  )
}

/** Adds the minimum order, shown at once and saved with other changes (put-in-cart.ts); a visitor is asked to log in. */
function Add({ product, onAdded }: { product: Suggestion; onAdded: () => void }) {
  const { items } = useCart()
  const [adding, setAdding] = useState(false)
  if (product.stock <= 0) return <span className="px-2 text-sm text-ink-2">{say.outOfStock}</span>
  if (items.some((item) => item.product_id === product.id)) {
    return (
      <span className="flex items-center gap-1 px-2 text-sm font-semibold text-leaf-700">
        <Icon name="check" size={18} />
        {say.added}
      </span>
    )
  }
  const quantity = effectiveMinimum(product)
  const put = async () => {
    setAdding(true)
    const { putInCart } = await import('../../data/cart/put-in-cart.ts')
    putInCart(product, quantity)
    setAdding(false)
    if (sessionStore.read().user !== null) onAdded()
  }
  return (
    <button type="button" tabIndex={-1} disabled={adding} aria-label={addToCartNamed(product.name)} onClick={() => void put().catch(() => setAdding(false))}>
      {quantity > 1 ? say.addMany(quantity) : say.add}
    </button>
  )
}
