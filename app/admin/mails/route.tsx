import { useQuery } from '@tanstack/react-query'
import * as say from '#words/admin-complaints.ts'
import { fetchFailedMails, retryMails } from '../../data/admin/settings/mails.ts'
import type { FailedMail } from '../../data/admin/settings/mails.ts'
import { queryClient } from '../../data/api/queries.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { Moment } from '../ui/cells.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useSelection } from '../ui/selection.ts'

const KEY = ['failed-mails']
const COLUMNS: Column<FailedMail>[] = [
  { id: 'recipient', label: say.recipient, always: true, cell: (mail) => mail.recipient },
  { id: 'kind', label: say.kind, cell: (mail) => mail.kind.replaceAll('_', ' ') },
  { id: 'reason', label: say.reason, cell: (mail) => <span className="line-clamp-2 max-w-[60ch]">{mail.last_error}</span> },
  { id: 'attempts', label: say.attempts, end: true, cell: (mail) => mail.attempts },
  { id: 'when', label: say.when, end: true, cell: (mail) => <Moment at={mail.created_at} /> },
]

/** Mails that the shop gave up sending: the recipient, the reason, and a way to queue them again, one by one or all. */
export default function FailedMails() {
  const mails = useQuery({ queryKey: KEY, queryFn: fetchFailedMails })
  const selection = useSelection((mails.data ?? []).map(({ id }) => String(id)))

  async function retry(ids: readonly number[]) {
    try {
      const gone = await retryMails(ids)
      toast({ title: say.queued(ids.length - gone), tone: 'success' })
      selection.clear()
    } catch {
      toast({ title: say.retryFailed, tone: 'error' })
    }
    await queryClient.invalidateQueries({ queryKey: KEY })
  }

  return (
    <>
      <PageHead title={say.failedMails} aside={say.failedMailsText} />
      <DataTable
        id="mails"
        label={say.failedMails}
        columns={COLUMNS}
        rows={mails.data}
        rowKey={({ id }) => String(id)}
        rowName={({ recipient }) => say.mailTo(recipient)}
        selection={selection}
        error={mails.error}
        onRetry={() => void mails.refetch()}
        renderActions={(mail) => (
          <button type="button" className="ctl" onClick={() => void retry([mail.id])}>
            {say.sendAgain}
            <span className="sr-only"> {say.mailTo(mail.recipient)}</span>
          </button>
        )}
        empty={<EmptyState compact title={say.noneFailed} text={say.noneFailedText} />}
      />
      <BulkBar selection={selection}>
        <button type="button" className="ctl" onClick={() => void retry(selection.chosen.map(Number))}>
          {say.sendAgain}
        </button>
      </BulkBar>
    </>
  )
}
