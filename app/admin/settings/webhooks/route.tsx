import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import * as say from '#words/admin-webhooks.ts'
import { known } from '../../../data/admin/known.ts'
import { DELIVERY_STATES, fetchDeliveries, fetchWebhookSetup, sendAgain } from '../../../data/admin/settings/webhooks.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { readList } from '../../ui/list-url.ts'
import type { Filter } from '../../ui/list-url.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { COLUMNS } from './columns.tsx'
import { Setup } from './setup.tsx'

const PAGE = 50
const KEY = 'webhooks'
const STATE: Filter = { name: 'state', label: say.state, options: DELIVERY_STATES.map((value) => ({ value, label: say.states[value] })) }
const VIEWS = [{ name: say.all, search: '' }, ...DELIVERY_STATES.map((state) => ({ name: say.states[state], search: `state=${state}` }))]

/** /admin/settings/webhooks: where events go, and what became of each. */
export default function Webhooks() {
  const setup = useQuery({ queryKey: [KEY, 'setup'], queryFn: fetchWebhookSetup, staleTime: 0, refetchInterval: 30_000 })
  return (
    <SettingsFrame>
      <PageHead title={say.title} />
      <div className="grid gap-4">
        {setup.error ? <ErrorPanel title={say.failed} text={say.failedText} error={setup.error} onRetry={() => void setup.refetch()} /> : null}
        {setup.isPending ? <PanelSkeleton lines={4} /> : null}
        {setup.data === null ? <EmptyState title={say.off} text={say.offText} /> : null}
        {setup.data ? <Setup setup={setup.data} onSend={() => send(null)} /> : null}
      </div>
      {setup.data ? <Deliveries /> : null}
    </SettingsFrame>
  )
}

/** @param ids null: all that were given up */
async function send(ids: readonly number[] | null): Promise<void> {
  try {
    const count = await sendAgain(ids)
    toast(count === 0 ? { title: say.waitsAlready } : { title: say.willSend(count), tone: 'success' })
  } catch {
    toast({ title: say.notSent, tone: 'error' })
  }
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

function Deliveries() {
  const [params] = useSearchParams()
  const { filters, cursor } = readList(params, [STATE], [])
  const [state = null] = known(filters['state'] ?? [], DELIVERY_STATES)
  const page = useQuery({
    queryKey: [KEY, 'deliveries', state, cursor],
    queryFn: () => fetchDeliveries(state, cursor, PAGE),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <div className="mt-6">
      <ViewTabs list="webhooks" views={VIEWS} />
      <DataTable
        id="webhooks"
        label={say.deliveries}
        columns={COLUMNS}
        rows={page.data?.rows}
        rowKey={({ id }) => String(id)}
        rowName={({ kind, id }) => say.named(kind, id)}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        renderActions={({ id, kind, state: now }) =>
          now === 'queued' ? null : (
            <button type="button" className="ctl" onClick={() => void send([id])}>
              {say.again}
              <span className="sr-only"> {say.named(kind, id)}</span>
            </button>
          )
        }
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <Pager page={page.data} />
    </div>
  )
}
