import { appliedDiscounts } from '#domain/discounts/discount.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { invoiceContent } from '#domain/documents/invoice-content.ts'
import { readCharges } from '#domain/documents/frozen-charges.ts'
import * as say from '#words/order.tsx'
import type { Order, OrderItem } from '../../data/orders/orders.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Panel } from '../../ui/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { chargeRows, Totals } from '../../ui/totals.tsx'
import type { TotalRow } from '../../ui/totals.tsx'

/** The stored lines and amounts of an order; nothing is priced again. */
export function ItemsPanel({ order, items }: { order: Order; items: readonly OrderItem[] }) {
  const settings = useSettings()
  if (items.length === 0) {
    return (
      <Panel>
        <p className="py-4 text-ink-2">{say.noItems}</p>
      </Panel>
    )
  }
  const { heads } = invoiceContent(order, items, settings, 'invoice')
  const kind = order.prices_include_gst ? ('part' as const) : undefined
  const discount = toPaise(order.discount_total)
  const discounts = appliedDiscounts(order)
  const byCoupon = discounts.every(({ code }) => code !== null)
  const freed = discounts.find(({ freeDelivery }) => freeDelivery)
  const goods = { label: say.goods, amount: toPaise(order.goods_total) }
  const rows: TotalRow[] = [
    ...(discount > 0
      ? [
          { label: byCoupon ? say.goodsBefore : say.goodsBeforeOffers, amount: goods.amount + discount },
          ...discounts
            .filter(({ amount }) => amount > 0)
            .map(({ name, code, amount }) => ({ label: code === null ? name : say.coupon(code), amount, kind: 'saved' as const })),
        ]
      : []),
    goods,
    ...(heads.length > 0 ? [{ label: order.prices_include_gst ? say.ofWhichTaxableValue : say.taxableValue, amount: toPaise(order.subtotal_base), kind }] : []),
    ...heads.map((head) => ({ label: head.name, amount: toPaise(order[head.key]), kind })),
    ...chargeRows(readCharges(order), freed?.name),
  ]
  return (
    <Panel>
      <table className="w-full border-collapse">
        <caption className="sr-only">{say.itemsOfTheOrder}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-ink-2">
            <th scope="col" className="pb-[10px] text-left font-medium">
              {say.product}
            </th>
            <th scope="col" className="px-3 pb-[10px] text-center font-medium">
              {say.quantity}
            </th>
            <th scope="col" className="pb-[10px] text-right font-medium">
              {say.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className="border-b border-line">
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control, and it has text */}
              <th scope="row" className="py-[14px] text-left font-normal">
                <span className="flex items-center gap-[14px] leading-[1.3]">
                  <span className="w-14 flex-none overflow-hidden rounded-sm max-sm:hidden">
                    <Picture src={item.image_url} alt="" width={56} height={56} sizes="56px" />
                  </span>
                  <span className="min-w-0">
                    <bdi>{item.product_name}</bdi>
                    <span className="num block text-sm text-ink-2">{say.each(formatRupees(toPaise(item.unit_price)))}</span>
                    {toPaise(item.discount) > 0 ? (
                      <span className="num block text-sm text-marigold-700">
                        {(byCoupon ? say.lessCoupon : say.lessOffers)(formatRupees(toPaise(item.discount)))}
                      </span>
                    ) : null}
                  </span>
                </span>
              </th>
              <td className="num px-3 text-center">{item.quantity}</td>
              <td className="num text-right font-semibold">{formatRupees(toPaise(item.total))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-[18px]">
        <Totals rows={rows} total={toPaise(order.total_amount)} totalLabel={say.totalAmount} />
      </div>
    </Panel>
  )
}
