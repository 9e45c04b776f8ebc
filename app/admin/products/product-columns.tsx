import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import { gstRate, paidPerUnit } from '#domain/tax/gst.ts'
import { formatRupees, toPaise, toRupees } from '#domain/money/money.ts'
import { readRupees } from '#domain/money/read-rupees.ts'
import { marginOf } from '#domain/prices/margin.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { tiersText } from '#domain/product-import/read-cell.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { waiting as waitingWords, waitingText } from '#words/admin-product-stock.ts'
import * as say from '#words/admin-products.ts'
import { priceColumn } from '../../data/admin/products/products.ts'
import type { AdminProduct, InPlace as Change } from '../../data/admin/products/products.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Money } from '../ui/cells.tsx'
import type { Column } from '../ui/data-table.tsx'
import { familyPath } from '../paths.ts'
import { percentText } from './margin-text.ts'
import { InPlace } from './in-place.tsx'

const priceFits = (text: string) => (readRupees(text) ? null : say.priceWrong)
const stockFits = (text: string) => (/^\d{1,9}$/.test(text) ? null : say.stockWrong)

/**
 * @param change saves a value that was edited in place
 * @param waiting how many customers wait for each product to be back in stock
 * @param costs rupees excluding GST by product id; null for staff who may not read them
 * @param families whether one of the products is in a family: the column is shown then
 */
export function productColumns(
  change: (product: AdminProduct, change: Change) => Promise<void>,
  settings: StoreSettings,
  waiting: ReadonlyMap<string, number>,
  costs: ReadonlyMap<string, number> | null,
  families: boolean,
): Column<AdminProduct>[] {
  const margin = (row: AdminProduct) => {
    const cost = costs?.get(row.id)
    if (cost === undefined) return '–'
    const { amount, percent } = marginOf(toPaise(row.base_price), toPaise(cost), gstRate(settings, row), settings)
    return (
      <span className={amount < 0 ? 'text-bad' : ''} title={percent === null ? undefined : percentText(percent)}>
        {formatRupees(amount)} {percent === null ? null : <span className="text-ink-2">{percentText(percent)}</span>}
      </span>
    )
  }
  const paid = (row: AdminProduct) => toRupees(paidPerUnit(toPaise(row.base_price), gstRate(settings, row), settings))
  return [
    {
      id: 'name',
      label: say.product,
      always: true,
      phone: 'left',
      sort: 'ascending',
      cell: (row) => (
        <span className="flex items-center gap-3">
          <span className="w-10 flex-none max-[359px]:hidden">
            <Picture src={row.image_url} thumbhash={row.image_thumbhash} alt="" width={40} height={40} sizes="40px" className="rounded-sm" />
          </span>
          <span className="typed text-left">
            <span className="block font-semibold">
              {row.name}
              {row.is_featured ? (
                <span role="img" aria-label={say.featured} className="ml-1 text-pending">
                  ★
                </span>
              ) : null}
            </span>
            <span className="font-normal text-ink-2">{row.sku}</span>
          </span>
        </span>
      ),
    },
    { id: 'status', label: say.status, phone: 'right', cell: (row) => say.states[row.status] },
    { id: 'category', label: say.category, phone: 'left', cell: (row) => <span className="typed">{row.category?.name ?? '–'}</span> },
    {
      id: 'family',
      label: say.family,
      phone: 'away',
      hidden: !families,
      cell: (row) =>
        row.family === null || row.family_id === null ? (
          '–'
        ) : (
          <Link to={familyPath(row.family_id)} className="link typed">
            {row.family.name}
          </Link>
        ),
    },
    { id: 'brand', label: say.brand, hidden: true, cell: (row) => row.brand ?? '–' },
    {
      id: 'base_price',
      label: say.price,
      phone: 'right',
      end: true,
      sort: 'ascending',
      cell: (row) => (
        <InPlace
          shown={<Money rupees={row.base_price} />}
          value={row.base_price.toFixed(2)}
          label={say.changePrice(row.name)}
          boxLabel={say.priceOf(row.name)}
          inputMode="decimal"
          check={priceFits}
          onSave={(text) => change(row, { column: priceColumn(row), was: row.base_price, now: toRupees(readRupees(text) ?? 0) })}
        />
      ),
    },
    { id: 'paid', label: say.withGst, end: true, hidden: settings.pricesIncludeGst, cell: (row) => <Money rupees={paid(row)} /> },
    { id: 'mrp', label: say.mrp, end: true, phone: 'away', cell: (row) => <Money rupees={row.mrp} /> },
    ...(costs === null
      ? []
      : [
          { id: 'cost', label: say.cost, end: true, hidden: true, cell: (row: AdminProduct) => <Money rupees={costs.get(row.id) ?? null} /> },
          { id: 'margin', label: say.margin, end: true, hidden: true, cell: margin },
        ]),
    {
      id: 'stock',
      label: say.stock,
      phone: 'left',
      end: true,
      sort: 'ascending',
      cell: (row) => (
        <>
          <InPlace
            shown={<span className={row.stock === 0 ? 'text-cancelled' : row.running_out ? 'text-pending' : ''}>{row.stock}</span>}
            value={String(row.stock)}
            label={say.changeStock(row.name)}
            boxLabel={say.stockOf(row.name)}
            inputMode="numeric"
            check={stockFits}
            onSave={(text) => change(row, { column: 'stock', was: row.stock, now: Number(text) })}
          />
          {waiting.has(row.id) ? (
            <span className="num block text-sm whitespace-nowrap text-ink-2" title={waitingText(waiting.get(row.id) ?? 0)}>
              {waitingWords(waiting.get(row.id) ?? 0)}
            </span>
          ) : null}
        </>
      ),
    },
    { id: 'units_sold', label: say.sold, end: true, phone: 'away', sort: 'descending', cell: (row) => row.units_sold },
    { id: 'min_order_quantity', label: say.minimum, end: true, hidden: true, cell: (row) => row.min_order_quantity },
    { id: 'reorder_level', label: say.reorderLevel, end: true, hidden: true, cell: (row) => row.reorder_level ?? '–' },
    { id: 'gst', label: say.gst, end: true, hidden: true, cell: (row) => row.gst_percent },
    { id: 'hsn', label: say.hsn, hidden: true, cell: (row) => row.hsn ?? '–' },
    { id: 'retail_price', label: say.retailPrice, end: true, hidden: true, cell: (row) => <Money rupees={row.retail_price} /> },
    {
      id: 'tiers',
      label: say.tiers,
      hidden: true,
      cell: (row) => (parseTiers(row.pricing_tiers).length === 0 ? '–' : tiersText(parseTiers(row.pricing_tiers))),
    },
    { id: 'unit', label: say.unit, hidden: true, cell: (row) => row.unit },
    { id: 'net_quantity', label: say.netQuantity, hidden: true, cell: (row) => row.net_quantity ?? '–' },
    { id: 'weight', label: say.weight, end: true, hidden: true, cell: (row) => row.weight_grams ?? '–' },
    { id: 'origin', label: say.origin, hidden: true, cell: (row) => row.country_of_origin ?? '–' },
    { id: 'created_at', label: say.created, hidden: true, end: true, sort: 'descending', cell: (row) => formatDate(row.created_at) },
  ]
}
