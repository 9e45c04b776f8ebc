import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefObject } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import { parseTiers, unitPrice } from '#domain/prices/price-tiers.ts'
import * as say from '#words/admin-manual-order.ts'
import { findProducts } from '../../../data/admin/orders/manual-order-products.ts'
import type { PickedProduct } from '../../../data/admin/orders/manual-order-products.ts'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { PickerBox } from './picker-box.tsx'
import { usePaused } from '../../../data/api/use-paused.ts'

/** The pause in typing before a search, in ms. */
const PAUSE_MS = 150

type ProductPickerProps = { box: RefObject<HTMLInputElement | null>; error: string | null; onPick: (product: PickedProduct) => void }

/** Type, arrow, Enter: the product is added to the order, and the next one can be typed. */
export function ProductPicker({ box, error, onPick }: ProductPickerProps) {
  const [text, setText] = useState('')
  const asked = usePaused(text.trim(), PAUSE_MS)
  const found = useQuery({
    queryKey: ['manual-products', 'find', asked],
    queryFn: () => findProducts(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  // A scanner types faster than the server answers, so only results for the current text are offered.
  const current = asked === text.trim() && !found.isPlaceholderData
  return (
    <PickerBox
      label={say.addProduct}
      name="find_product"
      placeholder={say.addProductHint}
      text={text}
      items={current ? (found.data ?? []) : []}
      note={found.isError ? say.productsFailed : current && found.isSuccess ? say.noProducts : null}
      error={error}
      keyOf={({ id }) => id}
      render={(product) => <FoundProduct product={product} />}
      input={box}
      onType={setText}
      onPick={(product) => {
        setText('')
        onPick(product)
      }}
    />
  )
}

function FoundProduct({ product }: { product: PickedProduct }) {
  const { name, sku, stock, min_order_quantity: least, image_url, image_thumbhash, pricing_tiers } = product
  const [tier] = parseTiers(pricing_tiers)
  return (
    <>
      <Picture src={image_url} thumbhash={image_thumbhash} alt="" width={36} height={36} sizes="36px" className="size-9! max-w-none flex-none rounded-sm" />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold sm:truncate">{name}</span>
        <span className="text-ink-2 sm:truncate">
          {[sku, least > 1 ? say.minimum(least) : ''].filter(Boolean).join(' · ')}
          <span className="sm:hidden"> · {say.inStock(stock)}</span>
        </span>
      </span>
      <span className={`flex-none text-right max-sm:hidden ${stock === 0 ? 'text-bad' : stock <= 10 ? 'text-late' : 'text-ink-2'}`}>{say.inStock(stock)}</span>
      <span className="grid flex-none justify-items-end">
        <span className="font-semibold">{formatRupees(unitPrice(product, 1))}</span>
        {tier ? <span className="text-ink-2">{`${tier.minQuantity}+: ${formatRupees(unitPrice(product, tier.minQuantity))}`}</span> : null}
      </span>
    </>
  )
}
