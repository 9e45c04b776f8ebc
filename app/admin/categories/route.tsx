import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-categories.ts'
import { arrangeCategories, fetchAdminCategories, StaleCategory } from '../../data/admin/products/categories.ts'
import type { AdminCategory } from '../../data/admin/products/categories.ts'
import { queryClient } from '../../data/api/queries.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { PageHead } from '../ui/page-head.tsx'
import { toastUndo } from '../ui/undo.ts'
import { arranged, arrangementOf, type Arrangement } from './arrange.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryTree } from './category-tree.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

const KEY = ['admin-categories']

type Open = { kind: 'edit'; category: AdminCategory } | { kind: 'add'; parentId: string | null } | { kind: 'delete'; category: AdminCategory } | null

/** The category tree, arranged by dragging or by arrows (docs/rules.md#categories). */
export default function AdminCategories() {
  const categories = useQuery({ queryKey: KEY, queryFn: fetchAdminCategories })
  const [open, setOpen] = useState<Open>(null)
  const all = categories.data ?? []

  const reload = () => queryClient.invalidateQueries({ queryKey: KEY })
  const close = () => setOpen(null)

  function tellStale() {
    toast({ title: say.stale, description: say.staleText, tone: 'error' })
    void reload()
  }

  /** Updates the screen at once, and reverts it if the server refuses. */
  async function arrange(id: string, wanted: Arrangement) {
    const before = queryClient.getQueryData<AdminCategory[]>(KEY) ?? all
    queryClient.setQueryData(KEY, arranged(before, wanted))
    try {
      await arrangeCategories(wanted.parentId, wanted.ids)
      await reload()
      toastUndo(say.moved(before.find((category) => category.id === id)?.name ?? ''), async () => {
        const back = arrangementOf(before, id)
        await arrangeCategories(back.parentId, back.ids)
        await reload()
      })
    } catch (error) {
      queryClient.setQueryData(KEY, before)
      if (error instanceof StaleCategory) tellStale()
      else toast({ title: say.notMoved, description: serverMessage(error, say.failedText), tone: 'error' })
    }
  }

  return (
    <>
      <PageHead
        title={say.title}
        aside={all.length > 0 ? `${say.count(all.length)}. ${say.lead}` : say.lead}
        back={{ to: '/admin/products', label: say.toProducts }}
        actions={
          <button type="button" className="ctl ctl-main" disabled={!categories.data} onClick={() => setOpen({ kind: 'add', parentId: null })}>
            {say.add}
          </button>
        }
      />
      {categories.error ? <ErrorPanel title={say.failed} text={say.failedText} error={categories.error} onRetry={() => void categories.refetch()} /> : null}
      {categories.isPending ? <PanelSkeleton lines={8} /> : null}
      {categories.data?.length === 0 ? <EmptyState compact title={say.empty} text={say.emptyText} /> : null}
      {all.length > 0 ? (
        <CategoryTree
          categories={all}
          onArrange={(id, wanted) => void arrange(id, wanted)}
          onEdit={(category) => setOpen({ kind: 'edit', category })}
          onAdd={(parentId) => setOpen({ kind: 'add', parentId })}
          onDelete={(category) => setOpen({ kind: 'delete', category })}
        />
      ) : null}
      {open?.kind === 'add' || open?.kind === 'edit' ? (
        <CategoryDialog
          key={open.kind === 'edit' ? open.category.id : 'new'}
          categories={all}
          category={open.kind === 'edit' ? (all.find(({ id }) => id === open.category.id) ?? open.category) : null}
          parentId={open.kind === 'edit' ? open.category.parent_id : open.parentId}
          onClose={close}
          onSaved={(row) => {
            // Shown before the tree is read again: another edit that begins in the meantime is not late.
            queryClient.setQueryData<AdminCategory[]>(KEY, (shown) => shown?.map((one) => (one.id === row.id ? { ...one, ...row } : one)))
            toast({ title: say.saved(row.name), tone: 'success' })
            void reload()
          }}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <DeleteDialog
          categories={all}
          category={open.category}
          onClose={close}
          onDeleted={() => {
            close()
            toast({ title: say.deleted(open.category.name), tone: 'success' })
            void reload()
          }}
          onStale={() => {
            close()
            tellStale()
          }}
        />
      ) : null}
    </>
  )
}
