import { useEffect, useState } from 'react'
import { formatRupees, toPaise } from '#domain/money.ts'
import { orderUpiLink } from '#domain/upi-link.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders.ts'
import { useSettings } from '../../data/use-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** An order that waits for its UPI payment: the app's button on a phone, a QR code elsewhere. A bare link calls nobody back, so nothing here claims success. */
export function PayPanel({ order }: { order: Order }) {
  const { upiVpa, storeName } = useSettings()
  const due = order.payment_method === 'upi' && order.payment_state === 'awaiting_payment' && order.status !== 'cancelled'
  const link = due && upiVpa ? orderUpiLink({ id: order.id, total: toPaise(order.total_amount) }, { vpa: upiVpa, payee: storeName }) : null
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    async function draw(content: string) {
      const { default: QRCode } = await import('qrcode-svg')
      const svg = new QRCode({ content, padding: 0, ecl: 'M', color: '#2a1420', background: '#ffffff' }).svg()
      if (live) setCode(`data:image/svg+xml,${encodeURIComponent(svg)}`)
    }
    if (link) void draw(link)
    return () => {
      live = false
    }
  }, [link])
  if (!link) return null
  return (
    <Panel title={say.payByUpi}>
      <p className="num text-ink-2">{say.payTo(formatRupees(toPaise(order.total_amount)), storeName)}</p>
      {code ? <img src={code} alt={say.upiCode} width={192} height={192} className="mx-auto my-5" /> : <div className="bone mx-auto my-5 size-[192px]" />}
      <a href={link} className={buttonClass({ variant: 'primary', wide: true })}>
        {say.openAUpiApp}
      </a>
    </Panel>
  )
}
