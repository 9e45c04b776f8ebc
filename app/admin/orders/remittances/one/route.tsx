import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import { formatDate, formatDay } from '#domain/time/dates.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-remittances.ts'
import { toCollectKey } from '../../../../data/admin/orders/payments.ts'
import { RECEIVABLES_KEY } from '../../../../data/admin/orders/receivables.ts'
import { REMITTANCES_KEY, fetchRemittance } from '../../../../data/admin/orders/remittances.ts'
import type { Remittance, RemittanceLine } from '../../../../data/admin/orders/remittances.ts'
import { queryClient } from '../../../../data/api/queries.ts'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../../ui/page/panel-skeleton.tsx'
import { Facts } from '../../order/box.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { LineTable } from '../line-table.tsx'
import { SettleDialog } from './settle-dialog.tsx'

/** A booked transfer with its parcels, and the differences that are still open. */
export default function OneRemittance() {
  const { id = '' } = useParams()
  const found = useQuery({ queryKey: [REMITTANCES_KEY, id], queryFn: () => (isUuid(id) ? fetchRemittance(id) : null) })
  const head = (title: string) => <PageHead title={title} back={{ to: '/admin/orders/remittances', label: say.title }} />
  if (found.isPending) {
    return (
      <>
        {head(say.title)}
        <PanelSkeleton lines={8} />
      </>
    )
  }
  // Once read, it stays on the screen if a later read fails: a note may be half typed.
  if (found.data === undefined) {
    return (
      <>
        {head(say.title)}
        <ErrorPanel title={say.failed} text={say.failedText} error={found.error} onRetry={() => void found.refetch()} />
      </>
    )
  }
  if (found.data === null) {
    return (
      <>
        {head(say.title)}
        <EmptyState compact title={say.notFound} text="" />
      </>
    )
  }
  return (
    <>
      {head(say.named(found.data.courier, found.data.reference))}
      <Booked remittance={found.data} />
    </>
  )
}

function Booked({ remittance }: { remittance: Remittance }) {
  const [settling, setSettling] = useState<RemittanceLine | null>(null)
  const { lines, received, other_charges, received_on, created_at, created_by } = remittance
  const collected = sumOf(lines, (line) => toPaise(line.collected))
  const charges = sumOf(lines, (line) => toPaise(line.charges)) + toPaise(other_charges)
  const differs = toPaise(received) - (collected - charges)
  const ordered = [...lines.filter(({ open }) => open), ...lines.filter(({ open }) => !open)]
  return (
    <>
      <div className="num mb-4 max-w-[460px] rounded-md border border-line p-4">
        <Facts
          facts={[
            [say.receivedOn, formatDay(received_on)],
            [say.collected, formatRupees(collected)],
            [say.charges, formatRupees(charges)],
            [say.received, formatRupees(toPaise(received))],
            [say.booked, formatRupees(sumOf(lines, (line) => toPaise(line.booked)))],
            [say.bookedOn, `${formatDate(created_at)}${created_by === null ? '' : `, ${created_by}`}`],
          ]}
        />
        {differs === 0 ? null : (
          <p className="mt-2 text-pretty text-late">
            {say.adds(formatRupees(collected), formatRupees(charges), formatRupees(collected - charges))} {say.netDiffers(formatRupees(Math.abs(differs)))}
          </p>
        )}
      </div>
      <LineTable
        label={say.lines}
        lines={ordered}
        renderEnd={(line) => (
          <>
            {line.note === null ? null : (
              <span className="block text-pretty text-ink-2 [overflow-wrap:anywhere]">
                {say.settled}: {line.note}
                {line.settled_by === null ? '' : ` (${line.settled_by})`}
              </span>
            )}
            {line.open ? (
              <button type="button" className="ctl" onClick={() => setSettling(line)}>
                {say.settle}
                <span className="sr-only"> {line.tracking ?? line.order_text}</span>
              </button>
            ) : null}
          </>
        )}
      />
      {settling === null ? null : (
        <SettleDialog
          line={settling}
          onClose={() => setSettling(null)}
          onDone={() => {
            setSettling(null)
            for (const queryKey of [[REMITTANCES_KEY], toCollectKey, [RECEIVABLES_KEY]]) void queryClient.invalidateQueries({ queryKey })
          }}
        />
      )}
    </>
  )
}
