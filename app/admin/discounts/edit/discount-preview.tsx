import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DiscountPreview as Given } from '#domain/quote/discount-preview.ts'
import { previewDiscount } from '#domain/quote/discount-preview.ts'
import { formatRupees } from '#domain/money/money.ts'
import { totalRows } from '#domain/quote/total-rows.ts'
import * as say from '#words/admin-discounts.ts'
import { labels } from '#words/totals.ts'
import { fetchOtherOffers, fetchSampleProducts, fetchCategoryProducts, findSampleProducts } from '../../../data/admin/products/discounts.ts'
import type { DiscountColumns, SampleProduct, CategoryNode } from '../../../data/admin/products/discounts.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { draftOf } from '../draft.ts'
import { withBelow } from './category-tree.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'

type PreviewPanelProps = {
  /** null while the form is invalid */ columns: DiscountColumns | null
  allCategories: readonly CategoryNode[]
  without: string | null
}

const BASKETS = [1, 6, 24]

/** The products of the sample cart: two that the draft names, two of its categories, and some best sellers. */
async function sampleGoods(productIds: readonly string[], categoryIds: readonly string[]): Promise<SampleProduct[]> {
  const lists = await Promise.all([fetchSampleProducts(productIds.slice(0, 2)), fetchCategoryProducts(categoryIds), findSampleProducts('', 3)])
  return [...new Map(lists.flat().map((goods) => [goods.id, goods])).values()].slice(0, 5)
}

/** What a buyer would pay for a sample cart with this draft and the active offers, computed by the rules of cart and checkout. */
export function PreviewPanel({ columns, allCategories, without }: PreviewPanelProps) {
  const settings = useSettings()
  const [units, setUnits] = useState(6)
  const products = columns?.product_ids ?? []
  const categories = withBelow(allCategories, columns?.category_ids ?? [])
  const sample = useQuery({
    queryKey: ['discount-sample', products, categories],
    queryFn: () => sampleGoods(products, categories),
    placeholderData: keepPreviousData,
  })
  const ids = (sample.data ?? []).map(({ id }) => id)
  const offers = useQuery({
    queryKey: ['discount-others', ids, without],
    queryFn: () => fetchOtherOffers(ids, without),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const lines = (sample.data ?? []).map((product) => ({ productId: product.id, quantity: units, product }))
  const given =
    columns && lines.length > 0
      ? previewDiscount({ lines, settings, deliveryState: null, choices: NO_CHOICES }, draftOf(columns), offers.data ?? [], allCategories)
      : null
  return (
    <section aria-labelledby="would-give" className="grid gap-3 rounded-md border border-line p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="would-give">{say.wouldGive}</h2>
        <select aria-label={say.sample} className="box" value={units} onChange={(event) => setUnits(Number(event.target.value))}>
          {BASKETS.map((basket) => (
            <option key={basket} value={basket}>
              {say.each(basket)}
            </option>
          ))}
        </select>
      </div>
      {sample.isPending ? <TextSkeleton lines={6} /> : null}
      {sample.isError ? <ErrorPanel title={say.sampleFailed} error={sample.error} onRetry={() => void sample.refetch()} /> : null}
      {sample.data?.length === 0 ? <p className="text-ink-2">{say.noSample}</p> : null}
      {sample.data && sample.data.length > 0 && given === null ? <p className="text-ink-2">{say.finishFirst}</p> : null}
      {given ? <Result given={given} goods={sample.data ?? []} /> : null}
    </section>
  )
}

function Result({ given: { after, saving, error }, goods }: { given: Given; goods: readonly SampleProduct[] }) {
  const rows = totalRows(
    {
      goods: after.goodsTotal,
      bulkSavings: 0,
      discount: after.discount,
      discounts: after.discounts,
      pricesIncludeGst: false,
      taxable: null,
      taxes: [{ name: say.gst, rate: null, amount: after.totalGst }],
      chargesTaxed: false,
      charges: after.charges,
    },
    { ...labels, goods: { whole: say.goodsAfterTiers, before: say.goodsAfterTiers, after: null }, discount: ({ name }) => name },
  )
  return (
    <div aria-live="polite" className="num grid gap-3">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-ink-2">
            <th scope="col" className="pb-1 font-medium">
              {say.line}
            </th>
            <th scope="col" className="pb-1 text-right font-medium">
              {say.goods}
            </th>
            <th scope="col" className="pb-1 text-right font-medium">
              {say.discount}
            </th>
          </tr>
        </thead>
        <tbody>
          {after.lines.map((line) => (
            <tr key={line.productId} className="border-b border-line align-top">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {goods.find(({ id }) => id === line.productId)?.name}
                <span className="block text-ink-2">
                  {line.quantity} × {formatRupees(line.unitPrice)}
                </span>
              </th>
              <td className="py-2 text-right whitespace-nowrap">{formatRupees(line.lineTotal)}</td>
              <td className="py-2 pl-2 text-right whitespace-nowrap">
                {line.discount > 0 ? <b className="font-semibold">−{formatRupees(line.discount)}</b> : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="grid gap-1">
        {rows.map(({ label, amount, off }) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-ink-2">{label}</dt>
            <dd>{formatRupees(off ? -amount : amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-3 border-t border-line pt-2 font-semibold">
          <dt>{say.buyerPays}</dt>
          <dd>{formatRupees(after.total)}</dd>
        </div>
      </dl>
      <p>
        {error === null
          ? say.lessThan(formatRupees(saving))
          : error.reason === 'MINIMUM'
            ? say.takesNothing.minimum(formatRupees(error.missing))
            : error.reason === 'NO_GOODS'
              ? say.takesNothing.otherGoods
              : say.takesNothing.noGain}
      </p>
    </div>
  )
}
