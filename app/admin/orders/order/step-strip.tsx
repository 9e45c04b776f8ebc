import { statusBadge } from '#domain/orders/order-status.ts'

const WAY = ['pending', 'processing', 'shipped', 'delivered']
const LINES: Record<string, string> = { pending: 'border-pending', processing: 'border-processing', shipped: 'border-shipped', delivered: 'border-delivered' }

/** The progress of the order. A cancelled one is not on the path. */
export function StepStrip({ status }: { status: string }) {
  const place = WAY.indexOf(status)
  if (place < 0) return null
  return (
    <ol className="mb-4 grid grid-cols-4 gap-1">
      {WAY.map((step, at) => (
        <li
          key={step}
          aria-current={at === place ? 'step' : undefined}
          className={`border-t-[3px] pt-2 max-[374px]:text-xs ${at <= place ? `${LINES[status] ?? ''} text-ink` : 'border-line text-ink-2'} ${at === place ? 'font-semibold' : ''}`}
        >
          {statusBadge(step).text}
        </li>
      ))}
    </ol>
  )
}
