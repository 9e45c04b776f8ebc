import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/change-my-order.ts'
import type { ChangePreview } from '../../../data/orders/order-change.ts'
import type { OrderItem } from '../../../data/orders/orders.ts'
import { QuantityInput } from '../../../ui/form/quantity-input.tsx'

type ChangeLinesProps = {
  items: readonly OrderItem[]
  quantities: Readonly<Record<string, number>>
  preview: ChangePreview | undefined
  onQuantity: (id: string, quantity: number) => void
}

/** The most that the number field takes; an order that has more keeps it. */
const MOST = 9999

/** The lines of the order with their new quantities and prices. */
export function ChangeLines({ items, quantities, preview, onQuantity }: ChangeLinesProps) {
  return (
    <ul aria-label={say.products} className="grid">
      {items.map(({ id, product_name: name, quantity: had, unit_price }) => {
        const quantity = quantities[id] ?? had
        const price = preview?.lines.find(({ item_id }) => item_id === id)?.unit_price ?? unit_price
        const gone = quantity === 0
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 first:pt-0">
            <span className="min-w-0 flex-1 basis-[180px] [overflow-wrap:anywhere]">
              <span className={gone ? 'text-ink-2 line-through' : 'font-[550]'}>{name}</span>
              <span className="num block text-sm text-ink-2">
                {gone ? say.removed : say.each(formatRupees(toPaise(price)))}
                {gone || quantity === had ? null : ` · ${say.was(had)}`}
              </span>
            </span>
            {gone ? (
              <button type="button" className="link min-h-11 px-2" aria-label={say.keepLine(name)} onClick={() => onQuantity(id, had)}>
                {say.keep}
              </button>
            ) : (
              <span className="flex items-center gap-2">
                <QuantityInput
                  size="small"
                  min={1}
                  max={Math.max(MOST, had)}
                  value={quantity}
                  label={say.quantityOf(name)}
                  onChange={(count) => onQuantity(id, count)}
                />
                <button type="button" className="link min-h-11 px-2" aria-label={say.removeLine(name)} onClick={() => onQuantity(id, 0)}>
                  {say.remove}
                </button>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
