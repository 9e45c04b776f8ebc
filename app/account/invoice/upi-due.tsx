import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { readUpiLink } from '#domain/orders/upi-link.ts'
import * as say from '#words/invoice.ts'
import { UpiQr } from '../upi-qr.tsx'

type UpiDueProps = { content: InvoiceContent; link: string; /** whether the buyer can enter the bank's reference on the order's page */ claimable: boolean }

/** The QR code that pays what is due, with the same text as in print; a link to an app is useless there. */
export function UpiDue({ content, link, claimable }: UpiDueProps) {
  const { vpa, amount } = readUpiLink(link)
  const whole = content.amounts === null || content.amounts.total === amount
  return (
    <section aria-labelledby="upi-due" className="mt-8 flex break-inside-avoid flex-wrap items-center gap-5 border-t border-line pt-6">
      <UpiQr link={link} size={136} />
      <div className="grid min-w-0 flex-[1_1_14rem] justify-items-start gap-1">
        <h2 id="upi-due" className="text-xl">
          {say.scanToPay(formatRupees(amount))}
        </h2>
        <p className="text-ink-2">{whole ? say.anyUpiApp : say.bothDocuments}</p>
        <p className="break-all select-all">{vpa}</p>
        <div className="mt-1 flex flex-wrap gap-x-5 print:hidden">
          <a href={link} className="link py-1 md:pointer-fine:hidden">
            {say.openAUpiApp}
          </a>
          {claimable ? (
            <Link to={`/order-confirmation/${content.order.id}`} className="link py-1">
              {say.tellReference}
            </Link>
          ) : null}
        </div>
      </div>
    </section>
  )
}
