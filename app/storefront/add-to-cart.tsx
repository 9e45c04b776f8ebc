import { useState } from 'react'
import { Link } from 'react-router'
import { effectiveMinimum } from '#domain/products/stock.ts'
import * as say from '#words/shell.tsx'
import { addToCart, useCart } from '../data/cart/cart.ts'
import type { ListedProduct } from '../data/shop/products.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/pictures/icon.tsx'
import { toast } from '../ui/overlay/toast.ts'

const look = buttonClass({ variant: 'second', size: 'card', className: 'flex-1 px-[10px]!' })
/** On a narrow phone, a card has little room beside 'View Cart'. */
const addedLook = buttonClass({ variant: 'second', size: 'card', className: 'flex-1 gap-[5px]! border-leaf-100! bg-leaf-100! px-1! text-leaf-700!' })

/**
 * The card's button has four states: idle, adding, added (also when the cart already contains the product, docs/rules.md#cart) and out of stock.
 * It starts at the minimum order (docs/rules.md#minimum-order). Without scripts it is a form that leads to /login (docs/rules.md#sessions).
 */
export function AddToCart({ product }: { product: ListedProduct }) {
  const { items } = useCart()
  const [adding, setAdding] = useState(false)

  if (product.stock <= 0)
    return (
      <button type="button" disabled className={`${look} w-full`}>
        {say.outOfStock}
      </button>
    )
  // While it is being added it is in the cart that is shown.
  if (!adding && items.some((item) => item.product_id === product.id)) {
    return (
      <div className="flex items-center gap-2">
        <button type="button" disabled className={addedLook}>
          <Icon name="check" size={18} />
          {say.added}
        </button>
        <Link to="/cart" className="link py-2 text-sm whitespace-nowrap">
          {say.viewCart}
        </Link>
      </div>
    )
  }

  const add = async () => {
    setAdding(true)
    const result = await addToCart(product, effectiveMinimum(product))
    setAdding(false)
    if (result.ok) {
      toast({
        title: say.addedToCart,
        description: say.addedToCartText(product.name),
        name: product.name,
        tone: 'success',
        action: { label: say.viewCart, to: '/cart' },
      })
    } else if (result.code === 'FAILED') {
      toast({ title: say.addFailed, description: result.message, tone: 'error' })
    }
  }

  return (
    <form
      action="/login"
      className="flex"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input type="hidden" name="quantity" value={effectiveMinimum(product)} />
      <button
        type="submit"
        name="item"
        value={product.id}
        disabled={adding}
        aria-busy={adding || undefined}
        aria-label={adding ? undefined : say.addToCartNamed(product.name)}
        className={`${look} ${adding ? 'border-plum-50! bg-plum-50! text-plum-600!' : ''}`}
      >
        {adding ? (
          <>
            <span className="spin" />
            {say.adding}
          </>
        ) : (
          say.addToCart
        )}
      </button>
    </form>
  )
}
