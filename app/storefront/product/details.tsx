import { formatRupees } from '#domain/money/money.ts'
import { mrpOf } from '#domain/prices/price-tiers.ts'
import * as say from '#words/product.tsx'
import type { ProductDetails } from '../../data/shop/products.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useRoot } from '../shell/use-root.ts'

/** All other product details, in collapsible sections instead of sub-pages. The legal rows follow docs/india.md#product-labels. */
export function Details({ product }: { product: ProductDetails }) {
  const { settings } = useRoot()
  const mrp = mrpOf(product)
  const rows: [string, string | null][] = [
    [say.genericName, product.generic_name],
    [say.netQuantity, product.net_quantity],
    [say.madeBy, product.manufacturer],
    [say.countryOfOrigin, product.country_of_origin],
    [say.bestBefore, product.best_before],
    [say.batch, product.batch],
    [say.licence, product.licence],
    ['MRP', mrp === null ? null : say.mrpText(formatRupees(mrp))],
    ['HSN', product.hsn],
    ['SKU', product.sku],
    [say.consumerCare, [settings.email, settings.phone].filter((value) => value !== '').join(' · ') || null],
  ]
  return (
    <div className="folds">
      {product.description?.trim() ? (
        <Fold title={say.description} open>
          <p className="whitespace-pre-line">{product.description.trim()}</p>
        </Fold>
      ) : null}
      {product.ingredients?.trim() ? (
        <Fold title={say.ingredients}>
          <p className="whitespace-pre-line">{product.ingredients.trim()}</p>
        </Fold>
      ) : null}
      {product.how_to_use?.trim() ? (
        <Fold title={say.howToUse}>
          <p className="whitespace-pre-line">{product.how_to_use.trim()}</p>
        </Fold>
      ) : null}
      <Fold title={say.legalDetails}>
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
