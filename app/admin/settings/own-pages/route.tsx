import { useQuery } from '@tanstack/react-query'
import { Link, useRevalidator } from 'react-router'
import * as say from '#words/admin-own-pages.ts'
import { arrangeOwnPages, fetchOwnPages, StalePages } from '../../../data/admin/settings/own-pages.ts'
import type { ListedPage } from '../../../data/admin/settings/own-pages.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { revalidateWithRoot } from '../../../data/shop/root-data.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toastUndo } from '../../ui/undo.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { PageList } from './page-list.tsx'

const KEY = ['own-pages']

/** The owner's pages in the order of the menu. */
export default function OwnPages() {
  const { revalidate } = useRevalidator()
  const pages = useQuery({ queryKey: KEY, queryFn: fetchOwnPages, staleTime: 0 })
  const all = pages.data ?? []

  async function put(ids: string[]) {
    await arrangeOwnPages(ids)
    await queryClient.invalidateQueries({ queryKey: KEY })
    void revalidateWithRoot(revalidate)
  }

  /** Updates the screen at once, and reverts it if the server refuses. */
  async function arrange(page: ListedPage, ids: string[]) {
    const before = all.map(({ id }) => id)
    queryClient.setQueryData<ListedPage[]>(KEY, (shown) => shown?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
    try {
      await put(ids)
      toastUndo(say.moved(page.title), () => put(before))
    } catch (error) {
      if (error instanceof StalePages) toast({ title: say.staleList, description: say.staleListText, tone: 'error' })
      else toast({ title: say.notMoved, description: serverMessage(error, say.failedText), tone: 'error' })
      void pages.refetch()
    }
  }

  return (
    <SettingsFrame>
      <PageHead
        title={say.title}
        actions={
          <Link to="/admin/settings/own-pages/new" className="ctl ctl-main">
            {say.add}
          </Link>
        }
      />
      <p className="mb-4 max-w-[70ch] text-ink-2">{say.lead}</p>
      {pages.error ? <ErrorPanel title={say.failed} text={say.failedText} error={pages.error} onRetry={() => void pages.refetch()} /> : null}
      {pages.isPending ? <PanelSkeleton lines={6} /> : null}
      {pages.data?.length === 0 ? <EmptyState compact title={say.empty} text={say.emptyText} /> : null}
      {all.length > 0 ? <PageList pages={all} onArrange={(page, ids) => void arrange(page, ids)} /> : null}
    </SettingsFrame>
  )
}
