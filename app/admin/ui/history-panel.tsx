import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-history.ts'
import { fetchRowHistory } from '../../data/admin/reports/audit.ts'
import type { AuditEntry } from '../../data/admin/reports/audit.ts'
import { TextSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useMay } from '../access.ts'
import { changeText, fieldName, thingName } from './change-text.ts'

const PAGE = 20

type HistoryProps = { tables: readonly string[]; rowId: string; heading?: string }

/**
 * Who changed what of this row, when, old and new values; for staff who may read the log. The first table is the row's own; rows of the other tables refer to
 * its id.
 */
export function HistoryPanel(props: HistoryProps) {
  return useMay()('audit.read') ? <History {...props} /> : null
}

function History({ tables, rowId, heading = say.history }: HistoryProps) {
  const history = useInfiniteQuery({
    queryKey: ['row-history', tables, rowId],
    queryFn: ({ pageParam }) => fetchRowHistory(tables, rowId, pageParam, PAGE),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  })
  const entries = history.data?.pages.flat() ?? []
  return (
    <section className="rounded-md border border-line p-4 md:p-5" aria-label={heading}>
      <h2 className="mb-2">{heading}</h2>
      {history.isPending ? <TextSkeleton lines={4} /> : null}
      {history.isError ? <ErrorPanel title={say.failed} error={history.error} onRetry={() => void history.refetch()} /> : null}
      {history.data && entries.length === 0 ? <p className="text-ink-2">{say.nothing}</p> : null}
      <ol className="grid">
        {entries.map((entry) => (
          <li key={entry.id} className="border-b border-line py-2 last:border-0">
            <p>
              <b className="font-semibold">{entry.actor_name ?? (entry.actor === null ? say.theShop : say.someone)}</b>{' '}
              {actText(entry, entry.table_name === tables[0])}{' '}
              <time dateTime={entry.at} className="text-ink-2">
                {formatDate(entry.at)}
              </time>
            </p>
            {entry.action === 'update' ? <Changes changes={entry.changes} /> : null}
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <button type="button" className="ctl mt-3" disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {say.more}
        </button>
      ) : null}
    </section>
  )
}

function actText({ action, table_name, changes }: AuditEntry, own: boolean): string {
  if (action === 'insert') return own ? say.made : say.madeThe(thingName(table_name))
  if (action === 'delete') return own ? say.deleted : say.deletedThe(thingName(table_name))
  return say.changed(Object.keys(changes).map(fieldName).join(', '))
}

/** Old and new value of each field; a value that is not recorded is marked as such. */
export function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <ul className="grid w-full gap-[2px] text-left text-ink-2">
      {Object.entries(changes).map(([field, change]) => (
        <li key={field} className="[overflow-wrap:anywhere]">
          {fieldName(field)}:{' '}
          {change === null ? (
            /(password|secret)/.test(field) ? (
              say.secretNotRecorded
            ) : (
              say.notRecorded
            )
          ) : (
            <>
              <span className="sr-only">{say.from} </span>
              <del className="line-through">{changeText(change[0], field)}</del> <span aria-hidden="true">→</span>
              <span className="sr-only"> {say.to}</span> <ins className="font-semibold text-ink no-underline">{changeText(change[1], field)}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
