import { formatRupees } from '#domain/money.ts'
import { mrpOf } from '#domain/price-tiers.ts'
import type { ProductDetails } from '../../data/products.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRoot } from '../shell/use-root.ts'

/** Everything else about a product, folded: no sub-pages (experience 13). The legal rows follow Legal Metrology rule 6(10). */
export function Details({ product }: { product: ProductDetails }) {
  const { settings } = useRoot()
  const mrp = mrpOf(product)
  const rows: [string, string | null][] = [
    ['Product', product.generic_name],
    ['Net quantity', product.net_quantity],
    ['Made by', product.manufacturer],
    ['Country of origin', product.country_of_origin],
    ['Best before', product.best_before],
    ['MRP', mrp === null ? null : `${formatRupees(mrp)}, inclusive of all taxes`],
    ['HSN', product.hsn],
    ['SKU', product.sku],
    ['Consumer care', [settings.email, settings.phone].filter((value) => value !== '').join(' · ') || null],
  ]
  return (
    <div className="folds">
      {product.description?.trim() ? (
        <Fold title="Description" open>
          <p className="whitespace-pre-line">{product.description.trim()}</p>
        </Fold>
      ) : null}
      {product.ingredients?.trim() ? (
        <Fold title="Ingredients">
          <p className="whitespace-pre-line">{product.ingredients.trim()}</p>
        </Fold>
      ) : null}
      {product.how_to_use?.trim() ? (
        <Fold title="How to use">
          <p className="whitespace-pre-line">{product.how_to_use.trim()}</p>
        </Fold>
      ) : null}
      <Fold title="Maker, origin and legal details">
        <dl className="kv">
          {rows.map(([label, value]) =>
            value === null || value === '' ? null : (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ),
          )}
        </dl>
      </Fold>
    </div>
  )
}

function Fold({ title, open = false, children }: { title: string; open?: boolean; children: React.ReactNode }) {
  return (
    <details open={open} className="fold">
      <summary>
        <h2>{title}</h2>
        <Icon name="plus" size={20} />
      </summary>
      <div>{children}</div>
    </details>
  )
}
