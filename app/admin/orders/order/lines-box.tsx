import { Link } from 'react-router'
import { invoiceContent } from '#domain/documents/invoice-content.ts'
import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import { orderAmounts } from '#domain/documents/order-amounts.ts'
import { totalRows } from '#domain/quote/total-rows.ts'
import { chargeText } from '#domain/documents/invoice-totals.ts'
import * as say from '#words/admin-orders.ts'
import { labels } from '#words/totals.ts'
import type { FullOrder, OrderLine } from '../../../data/admin/orders/order.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { editProductPath } from '../../paths.ts'
import { Box } from './box.tsx'

const rupees = (amount: number | string) => formatRupees(toPaise(amount))

/** The stored lines and amounts of the order; nothing is priced again. */
export function LinesBox({ order }: { order: FullOrder }) {
  const lines = order.order_items
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Box bare title={say.items} aside={say.itemsOf(lines.length, units)}>
      <table className="grid-table">
        <caption className="sr-only">{say.items}</caption>
        <thead>
          <tr>
            <th scope="col">{say.product}</th>
            {[say.quantityPrice, say.taxable, say.gst, say.total].map((head) => (
              <th key={head} scope="col" className="end">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      </table>
      <Sums order={order} />
    </Box>
  )
}

function Line({ line }: { line: OrderLine }) {
  const gst = sumOf([line.cgst, line.sgst, line.igst], toPaise)
  const codes = [line.sku, line.hsn ? say.hsn(line.hsn) : null].filter(Boolean).join(' · ')
  return (
    <tr>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control, and it has text */}
      <td data-first="">
        <span className="flex items-center gap-3 text-left">
          <span className="w-10 flex-none overflow-hidden rounded-sm">
            <Picture src={line.image_url} alt="" width={40} height={40} sizes="40px" />
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {line.product_id === null ? (
              line.product_name
            ) : (
              <Link to={editProductPath(line.product_id)} className="font-medium hover:text-plum-600 hover:underline">
                {line.product_name}
              </Link>
            )}
            <span className="block text-ink-2">{codes}</span>
          </span>
        </span>
      </td>
      <td className="end" data-label={say.quantityPrice}>
        <span>
          {line.quantity} × {rupees(line.unit_price)}
          {toPaise(line.discount) > 0 ? (
            <span className="block text-marigold-700">
              {say.discount} −{rupees(line.discount)}
            </span>
          ) : null}
        </span>
      </td>
      <td className="end" data-label={say.taxable}>
        {rupees(line.taxable)}
      </td>
      <td className="end" data-label={say.gst}>
        <span>
          {formatRupees(gst)}
          <span className="block text-ink-2">{say.rate(line.rate)}</span>
        </span>
      </td>
      <td className="end" data-label={say.total}>
        <b className="font-semibold">{rupees(line.total)}</b>
      </td>
    </tr>
  )
}

function Sums({ order }: { order: FullOrder }) {
  const settings = useSettings()
  const { heads } = invoiceContent(order, order.order_items, settings, 'invoice')
  const rows = totalRows(
    { ...orderAmounts(order, heads), taxable: toPaise(order.subtotal_base) },
    { ...labels, goods: { ...labels.goods, before: say.goodsBefore }, discount: ({ name, code }) => code ?? name },
  )
  return (
    <dl className="ml-auto grid w-full max-w-[340px] gap-[6px] border-t border-line px-4 py-3 md:border-0">
      {rows.map(({ label, amount, off, charge }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-2">{label}</dt>
          <dd>{charge === null ? `${off ? '−' : ''}${formatRupees(amount)}` : chargeText(charge)[1]}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-2 text-base font-semibold">
        <dt>{say.total}</dt>
        <dd>{rupees(order.total_amount)}</dd>
      </div>
    </dl>
  )
}
