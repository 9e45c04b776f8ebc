import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-categories.ts'
import { arrangeCategories, fetchAdminCategories, StaleCategory } from '../../data/admin-categories.ts'
import type { AdminCategory } from '../../data/admin-categories.ts'
import { queryClient } from '../../data/queries.ts'
import { serverMessage } from '../../data/server-message.ts'
import { PanelBones } from '../../ui/bones.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { toast } from '../../ui/toast.ts'
import { arranged, arrangementOf, type Arrangement } from './arrange.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryTree } from './category-tree.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

const KEY = ['admin-categories']

type Open = { kind: 'edit'; category: AdminCategory } | { kind: 'add'; parentId: string | null } | { kind: 'delete'; category: AdminCategory } | null

/** The tree of categories, arranged by dragging or by arrows (specification section 7; ruling 24). */
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

  /** Shown at once, taken back when the server refuses. */
  async function arrange(id: string, wanted: Arrangement, undoes = false) {
    const before = queryClient.getQueryData<AdminCategory[]>(KEY) ?? all
    queryClient.setQueryData(KEY, arranged(before, wanted))
    try {
      await arrangeCategories(wanted.parentId, wanted.ids)
    } catch (error) {
      queryClient.setQueryData(KEY, before)
      if (error instanceof StaleCategory) tellStale()
      else toast({ title: say.notMoved, description: serverMessage(error, say.failedText), tone: 'error' })
      return
    }
    await reload()
    const name = before.find((category) => category.id === id)?.name ?? ''
    if (undoes) toast({ title: say.undone })
    else
      toast({
        title: say.moved(name),
        tone: 'success',
        action: { label: say.undo, onClick: () => void arrange(id, arrangementOf(before, id), true) },
      })
  }

  return (
    <>
      <title>{say.documentTitle}</title>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl">{say.title}</h1>
          <p className="mt-1 text-ink-2">{all.length > 0 ? `${say.count(all.length)}. ${say.lead}` : say.lead}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/products" size="card" variant="quiet">
            {say.toProducts}
          </ButtonLink>
          <Button size="card" variant="primary" disabled={!categories.data} onClick={() => setOpen({ kind: 'add', parentId: null })}>
            {say.add}
          </Button>
        </div>
      </div>
      {categories.error ? <ErrorPanel title={say.failed} text={say.failedText} error={categories.error} onRetry={() => void categories.refetch()} /> : null}
      {categories.isPending ? <PanelBones lines={8} /> : null}
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
          category={open.kind === 'edit' ? open.category : null}
          parentId={open.kind === 'edit' ? open.category.parent_id : open.parentId}
          onClose={close}
          onSaved={(name) => {
            close()
            toast({ title: say.saved(name), tone: 'success' })
            void reload()
          }}
          onStale={() => {
            close()
            tellStale()
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
