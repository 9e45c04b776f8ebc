import { Link } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-customers.ts'
import type { Customer } from '../../../data/admin/customers/customer.ts'
import { editProductPath } from '../../paths.ts'
import { Money } from '../../ui/cells.tsx'

/** The six products with the most units sold. */
export function MostBought({ products }: Pick<Customer, 'products'>) {
  return (
    <section className="rounded-md border border-line p-4 md:p-5">
      <h2 className="mb-2">{say.mostBought}</h2>
      {products.length === 0 ? <p className="text-ink-2">{say.nothingBought}</p> : null}
      <ol className="grid">
        {products.map((product) => (
          <li key={product.product_id ?? product.name} className="flex items-baseline gap-4 border-b border-line py-2 last:border-0">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {product.product_id === null ? (
                <>
                  {product.name} <span className="text-ink-2">({say.deletedProduct})</span>
                </>
              ) : (
                <Link to={editProductPath(product.product_id)} className="link">
                  {product.name}
                </Link>
              )}
              <span className="block text-ink-2">
                {say.unitsInOrders(groupIndian(String(product.quantity)), groupIndian(String(product.orders)), product.orders === 1)}
              </span>
            </span>
            <Money rupees={product.total} />
          </li>
        ))}
      </ol>
    </section>
  )
}
