import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-own-pages.ts'
import { fetchOwnPage } from '../../../../data/admin/settings/own-pages.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../../ui/page/panel-skeleton.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { useLastRead } from '../../../ui/use-last-read.ts'
import { SettingsFrame } from '../../settings-frame.tsx'
import { PageForm } from './page-form.tsx'

/** A new or an existing page of the owner. */
export default function EditOwnPage() {
  const { id = '' } = useParams()
  const isNew = id === 'new'
  const read = useQuery({
    queryKey: ['own-page', id],
    queryFn: () => (isUuid(id) ? fetchOwnPage(id) : null),
    enabled: !isNew,
    staleTime: 0,
    gcTime: 0,
  })
  const row = useLastRead(id, isNew ? null : (read.data ?? undefined))
  return (
    <SettingsFrame>
      {row !== undefined ? (
        <PageForm key={id} read={row} />
      ) : read.data === null ? (
        <EmptyState heading="h1" title={say.gone} text={say.goneElsewhere} action={<ButtonLink to="/admin/settings/own-pages">{say.title}</ButtonLink>} />
      ) : (
        <>
          <PageHead title={say.title} back={{ to: '/admin/settings/own-pages', label: say.title }} />
          {read.error ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <PanelSkeleton lines={12} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}
