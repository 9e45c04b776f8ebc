import type { RefObject } from 'react'
import * as say from '#words/admin-manual-order.ts'
import type { PickedProduct } from '../../../data/admin/orders/manual-order-products.ts'
import type { ManualQuote } from '../../../data/admin/orders/manual-order.ts'
import { LineRow } from './line-row.tsx'
import type { DraftLine, DraftErrors } from './draft.ts'

type LineTableProps = {
  lines: readonly DraftLine[]
  products: ReadonlyMap<string, PickedProduct>
  quote: ManualQuote | undefined
  pricesIncludeGst: boolean
  errors: DraftErrors
  showAll: boolean
  table: RefObject<HTMLTableElement | null>
  onChange: (productId: string, some: Partial<DraftLine>) => void
  onRemove: (line: DraftLine) => void
  /** Enter in a quantity moves on to the next product */
  onNext: () => void
}

/** The lines of the order, each with its price and its share of the discounts, as computed by the server. */
export function LineTable({ lines, products, quote, pricesIncludeGst, errors, showAll, table, onChange, onRemove, onNext }: LineTableProps) {
  return (
    <table ref={table} aria-label={say.products} className="grid-table">
      <thead>
        <tr>
          <th scope="col">{say.product}</th>
          <th scope="col" className="end">
            {say.quantity}
          </th>
          <th scope="col" className="end">
            {say.unitPrice}
          </th>
          <th scope="col" className="end">
            {say.discountShare}
          </th>
          <th scope="col" className="end">
            {say.lineTotal}
          </th>
          <th scope="col">
            <span className="sr-only">{say.removeLine('')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow
            key={line.productId}
            line={line}
            product={products.get(line.productId)}
            row={quote?.lines.find((row) => row.product_id === line.productId)}
            refused={quote?.refused.find((row) => row.product_id === line.productId)}
            pricesIncludeGst={pricesIncludeGst}
            errors={errors}
            showAll={showAll}
            onChange={(some) => onChange(line.productId, some)}
            onRemove={() => onRemove(line)}
            onNext={onNext}
          />
        ))}
      </tbody>
    </table>
  )
}
