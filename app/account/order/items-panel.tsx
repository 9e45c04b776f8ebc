import { appliedDiscounts } from '#domain/discounts/discount.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { invoiceContent } from '#domain/documents/invoice-content.ts'
import type { OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import { orderAmounts } from '#domain/documents/order-amounts.ts'
import { totalRows } from '#domain/quote/total-rows.ts'
import { labels } from '#words/totals.ts'
import * as say from '#words/order.tsx'
import type { Order, OrderItem } from '../../data/orders/orders.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { chargeLabel, Totals } from '../../ui/orders/totals.tsx'

type ItemsPanelProps = { order: OrderRow & Pick<Order, 'goods_total'>; items: readonly (OrderItemRow & Pick<OrderItem, 'id' | 'product_id' | 'image_url'>)[] }

/** The stored lines and amounts of an order; nothing is priced again. */
export function ItemsPanel({ order, items }: ItemsPanelProps) {
  const settings = useSettings()
  if (items.length === 0) {
    return (
      <Panel>
        <p className="py-4 text-ink-2">{say.noItems}</p>
      </Panel>
    )
  }
  const { heads } = invoiceContent(order, items, settings, 'invoice')
  const discounts = appliedDiscounts(order)
  const byCoupon = discounts.every(({ code }) => code !== null)
  const freed = discounts.find(({ freeDelivery }) => freeDelivery)
  const rows = totalRows(orderAmounts(order, heads), {
    ...labels,
    goods: { ...labels.goods, before: byCoupon ? say.goodsBefore : say.goodsBeforeOffers },
    charge: chargeLabel(freed?.name),
  })
  return (
    <Panel>
      {/* Only with very large text is it wider than a phone. */}
      <div className="overflow-x-auto">
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
      </div>
      <div className="mt-[18px]">
        <Totals rows={rows} total={toPaise(order.total_amount)} totalLabel={say.totalAmount} storeCredit={toPaise(order.store_credit ?? 0)} />
      </div>
    </Panel>
  )
}
