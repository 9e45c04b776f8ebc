import { Link } from 'react-router'
import { findState } from '#domain/addresses/states.ts'
import * as say from '#words/admin-orders.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { customerPath } from '../../paths.ts'
import { Box, Facts } from './box.tsx'

/** Digits with the country code, as phones and WhatsApp dial them; numbers without one are Indian. */
export function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 ? `91${digits}` : digits
}

/** The address label of a parcel. */
export const addressText = (order: FullOrder): string =>
  [order.full_name, order.company_name, order.address, `${order.city} ${order.pincode}`, order.state, order.phone].filter(Boolean).join('\n')

export function CustomerBox({ order }: { order: FullOrder }) {
  const number = dialled(order.phone)
  const may = useMay()
  return (
    <Box
      title={say.customer}
      end={
        order.user_id === null ? (
          <span className="text-ink-2">{say.noAccount}</span>
        ) : !may('customers.read') ? undefined : (
          <Link to={customerPath(order.user_id)} className="font-medium text-plum-600 hover:underline">
            {say.open}
            <span className="sr-only"> {order.full_name}</span>
          </Link>
        )
      }
    >
      <p className="mb-3 [overflow-wrap:anywhere]">
        <b className="block font-semibold">{order.full_name}</b>
        {order.company_name ? <span className="text-ink-2">{order.company_name}</span> : null}
      </p>
      <Facts
        facts={[
          ...(order.gstin ? ([[say.gstin, order.gstin]] as const) : []),
          ...(order.phone ? ([[say.phone, order.phone]] as const) : []),
          ...(order.email
            ? ([
                [
                  say.email,
                  <a key="mail" href={`mailto:${order.email}`} className="link">
                    {order.email}
                  </a>,
                ],
              ] as const)
            : []),
        ]}
      />
      {number === '' ? null : (
        <p className="mt-3 flex flex-wrap gap-2">
          <a href={`tel:+${number}`} className="ctl">
            {say.call}
          </a>
          <a href={`https://wa.me/${number}`} target="_blank" rel="noreferrer" className="ctl">
            {say.whatsApp}
          </a>
        </p>
      )}
    </Box>
  )
}

export function AddressBox({ order }: { order: FullOrder }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(addressText(order))
      toast({ title: say.copied, tone: 'success' })
    } catch {
      toast({ title: say.copyFailed, tone: 'error' })
    }
  }
  return (
    <Box
      title={say.deliverTo}
      end={
        <button type="button" className="ctl ctl-quiet text-plum-600!" onClick={() => void copy()}>
          {say.copyAddress}
        </button>
      }
    >
      <address className="leading-[1.6] whitespace-pre-line not-italic [overflow-wrap:anywhere]">
        {order.address ? `${order.address}\n` : null}
        {order.city} {order.pincode}, {order.state} ({findState(order.state)?.code ?? order.place_of_supply})
      </address>
    </Box>
  )
}
