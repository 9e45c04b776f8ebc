import { useQuery } from '@tanstack/react-query'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { orderName } from '#domain/orders/order-number.ts'
import { openPaymentOf } from '#domain/orders/refunds.ts'
import { orderUpiLink } from '#domain/orders/upi-link.ts'
import * as say from '#words/admin-manual-order.ts'
import { fetchPersonName } from '../../../data/admin/orders/order.ts'
import type { OrderOverride, FullOrder } from '../../../data/admin/orders/order.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ExchangeNote } from '../../../data/orders/exchange-note.tsx'
import { Box, Facts } from './box.tsx'
import { dialled } from './people-boxes.tsx'

/** Who created the order, its channel, and the agreed prices; nothing on an order that the buyer placed. */
export function ByHandBox({ order }: { order: FullOrder }) {
  const { channel, made_by: madeBy } = order
  // delivery that would have been free anyway differs from nothing
  const overrides = order.order_overrides.filter(({ kind, listed }) => kind !== 'delivery' || Number(listed) > 0)
  const byHand = channel in say.channels
  const writer = useQuery({
    queryKey: ['person-name', madeBy],
    queryFn: () => fetchPersonName(madeBy ?? ''),
    enabled: byHand && madeBy !== null,
    staleTime: Infinity,
  })
  if (!byHand) return null
  return (
    <Box title={say.byHandTitle}>
      <Facts
        facts={[
          [say.channelOf, say.channels[channel as keyof typeof say.channels]],
          [say.writtenBy, writer.data ?? say.anAdmin],
        ]}
      />
      <div className="mt-2 empty:hidden">
        <ExchangeNote order={order} pathOf={(id) => `/admin/orders/${id}`} />
      </div>
      <PayLink order={order} />
      {overrides.length === 0 ? null : (
        <ul className="mt-3 grid gap-2 border-t border-line pt-3">
          {overrides.map((one) => (
            <li key={one.id} className="[overflow-wrap:anywhere]">
              {overrideText(one, order)}
              {one.reason === null ? null : <span className="block text-ink-2">{one.reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}

/** The payment link of the order, to send to a buyer without an account. */
function PayLink({ order }: { order: FullOrder }) {
  const { storeName, upiVpa } = useSettings()
  if (upiVpa === null || order.payment_method !== 'upi' || order.payment_state !== 'awaiting_payment' || order.status === 'cancelled') return null
  const open = openPaymentOf(order)
  const due = { id: order.id, total: open?.amount ?? toPaise(order.total_amount), reference: open?.reference ?? null }
  const link = orderUpiLink(due, { vpa: upiVpa, payee: storeName })
  const message = say.payMessage(storeName, orderName(order), formatRupees(due.total), link)
  const number = dialled(order.phone)
  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: say.linkCopied, tone: 'success' })
    } catch {
      toast({ title: say.linkNotCopied, tone: 'error' })
    }
  }
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-3">
      <p className="text-ink-2">{say.payLink}</p>
      <code className="rounded-sm bg-sunken p-2 text-xs break-all">{link}</code>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="ctl" onClick={() => void copy()}>
          {say.copyLink}
        </button>
        {number === '' ? null : (
          <a href={`https://wa.me/${number}?text=${encodeURIComponent(message)}`} target="_blank" rel="noreferrer" className="ctl">
            {say.sendByWhatsApp}
          </a>
        )}
      </p>
    </div>
  )
}

function overrideText({ kind, product_id, listed, given }: OrderOverride, { order_items: lines }: FullOrder): string {
  const name = lines.find((line) => line.product_id === product_id)?.product_name ?? say.aProduct
  const [was, is] = [formatRupees(toPaise(listed ?? 0)), formatRupees(toPaise(given))]
  if (kind === 'price') return say.overrides.price(name, is, was)
  if (kind === 'minimum') return say.overrides.minimum(name, String(given), String(listed ?? 0))
  return kind === 'delivery' ? say.overrides.delivery(was) : say.overrides.discount(is)
}
