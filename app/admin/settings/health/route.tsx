import { useQuery } from '@tanstack/react-query'
import * as say from '#words/admin-health.ts'
import { fetchHealth } from '../../../data/admin/settings/health.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { Facts } from './facts.tsx'
import { Problems } from './problems.tsx'

/** /admin/settings/health: what is wrong with the server and what to do, the backups, and the space on its disks. */
export default function Health() {
  const health = useQuery({ queryKey: ['shop-health'], queryFn: fetchHealth, staleTime: 0, refetchInterval: 60_000 })
  const { data } = health
  return (
    <SettingsFrame>
      <PageHead title={say.title} aside={data && (data.problems.length === 0 ? say.allWell : say.problemCount(data.problems.length))} />
      <div className="grid gap-4">
        {health.error ? <ErrorPanel title={say.failed} text={say.failedText} error={health.error} onRetry={() => void health.refetch()} /> : null}
        {data ? (
          <>
            <Problems health={data} />
            <Facts health={data} />
          </>
        ) : health.isPending ? (
          <>
            <PanelSkeleton lines={3} />
            <PanelSkeleton lines={4} />
          </>
        ) : null}
      </div>
    </SettingsFrame>
  )
}
