import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-banners.ts'
import { arrangeBanners, deleteBanner, fetchAdminBanners, StaleBanner, switchBanner } from '../../data/admin/settings/banners.ts'
import type { AdminBanner } from '../../data/admin/settings/banners.ts'
import { queryClient } from '../../data/api/queries.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { toastUndo } from '../ui/undo.ts'
import { BannerDialog } from './banner-dialog.tsx'
import { BannerList } from './banner-list.tsx'
import { nameOf } from './name-of.ts'

const KEY = ['admin-banners']

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; banner: AdminBanner } | null

/** The slides of the home page: their order, dates and pictures. */
export default function AdminBanners() {
  const banners = useQuery({ queryKey: KEY, queryFn: fetchAdminBanners })
  const [open, setOpen] = useState<Open>(null)
  const all = banners.data ?? []
  const reload = () => queryClient.invalidateQueries({ queryKey: KEY })
  /** Shows a saved row before the list is read again: another edit that begins in the meantime is not late. */
  const show = (row: AdminBanner) => queryClient.setQueryData<AdminBanner[]>(KEY, (shown) => shown?.map((one) => (one.id === row.id ? row : one)))
  const close = () => setOpen(null)

  function showError(error: unknown) {
    if (error instanceof StaleBanner) toast({ title: say.stale, description: say.staleText, tone: 'error' })
    else toast({ title: say.notChanged, description: serverMessage(error, say.failedText), tone: 'error' })
    void reload()
  }

  /** Updates the screen at once, and reverts it if the server refuses. */
  async function arrange(banner: AdminBanner, ids: string[]) {
    const before = all.map(({ id }) => id)
    queryClient.setQueryData<AdminBanner[]>(KEY, (shown) => shown?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
    try {
      await arrangeBanners(ids)
      await reload()
      toastUndo(say.moved(nameOf(banner)), async () => {
        await arrangeBanners(before)
        await reload()
      })
    } catch (error) {
      showError(error)
    }
  }

  async function turn(banner: AdminBanner) {
    const on = !banner.is_active
    try {
      show(await switchBanner(banner, on))
      await reload()
      toastUndo(on ? say.switchedOn(nameOf(banner)) : say.switchedOff(nameOf(banner)), async () => {
        show(await switchBanner({ ...banner, is_active: on }, !on))
        await reload()
      })
    } catch (error) {
      showError(error)
    }
  }

  return (
    <>
      <PageHead
        title={say.title}
        aside={say.lead}
        actions={
          <button type="button" className="ctl ctl-main" disabled={!banners.data} onClick={() => setOpen({ kind: 'add' })}>
            {say.add}
          </button>
        }
      />
      {banners.error ? <ErrorPanel title={say.failed} text={say.failedText} error={banners.error} onRetry={() => void banners.refetch()} /> : null}
      {banners.isPending ? <PanelSkeleton lines={6} /> : null}
      {banners.data?.length === 0 ? <EmptyState compact title={say.empty} text={say.emptyText} /> : null}
      {all.length > 0 ? (
        <BannerList
          banners={all}
          onArrange={(banner, ids) => void arrange(banner, ids)}
          onEdit={(banner) => setOpen({ kind: 'edit', banner })}
          onDelete={(banner) => setOpen({ kind: 'delete', banner })}
          onSwitch={(banner) => void turn(banner)}
        />
      ) : null}
      {open?.kind === 'add' || open?.kind === 'edit' ? (
        <BannerDialog
          banner={open.kind === 'edit' ? (all.find(({ id }) => id === open.banner.id) ?? open.banner) : null}
          place={Math.max(0, ...all.map(({ display_order }) => display_order)) + 1}
          onClose={close}
          onSaved={(row) => {
            show(row)
            toast({ title: say.saved(nameOf(row)), tone: 'success' })
            void reload()
          }}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          title={say.deleteTitle(nameOf(open.banner))}
          confirm={say.deleteButton(nameOf(open.banner))}
          onClose={close}
          onConfirm={async () => {
            await deleteBanner(open.banner)
            toast({ title: say.deleted(nameOf(open.banner)), tone: 'success' })
            await reload()
          }}
        >
          {say.deleteText}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
