import { useQuery } from '@tanstack/react-query'
import * as say from '#words/admin-opening.ts'
import { fetchChecklist } from '../../../data/admin/settings/opening.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { Checklist } from './checklist.tsx'
import { OpenOrClose } from './open-or-close.tsx'

/** Whether the shop is open, and what it needs: on its own page, and on the dashboard of a closed shop. */
export function OpeningPanel() {
  const checklist = useQuery({ queryKey: ['opening-checklist'], queryFn: fetchChecklist, staleTime: 0 })
  if (checklist.error && !checklist.data)
    return <ErrorPanel title={say.checklistFailed} text={say.failed} error={checklist.error} onRetry={() => void checklist.refetch()} />
  if (!checklist.data) return <PanelSkeleton lines={11} />
  return (
    <div className="grid gap-4">
      <OpenOrClose items={checklist.data} />
      <Checklist items={checklist.data} />
    </div>
  )
}
