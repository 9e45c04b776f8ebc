import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { PAGES } from '#domain/text/page-text.ts'
import type { PageName } from '#domain/text/page-text.ts'
import * as say from '#words/admin-texts.ts'
import { fetchOwnKeys, fetchOwnRow, fetchPageAsText } from '../../../data/admin/settings/own-texts.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { SelectField } from '../../../ui/form/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { PageForm } from './page-form.tsx'

const isPage = (name: string | undefined): name is PageName => (PAGES as readonly string[]).includes(name ?? '')

/** The owner's text, or the shop's default to start from. */
async function fetchPage(page: PageName) {
  const row = await fetchOwnRow('page_texts', page)
  return { row, own: row ? '' : await fetchPageAsText(page) }
}

export default function LegalPages() {
  const { page: named } = useParams()
  const page = isPage(named) ? named : 'terms'
  const navigate = useNavigate()
  // Uses the settings that the root has read: importing their reader here would add it to every visitor's bundle.
  const settings = useSettings()
  const ownKeys = useQuery({ queryKey: ['page_texts-keys'], queryFn: () => fetchOwnKeys('page_texts') })
  const read = useQuery({ queryKey: ['legal-page', page], queryFn: () => fetchPage(page), staleTime: 0, gcTime: 0 })
  return (
    <SettingsFrame>
      {read.data ? (
        <PageForm
          key={page}
          page={page}
          read={read.data.row}
          own={read.data.own}
          settings={settings}
          chooser={
            <SelectField label={say.page} name="page" value={page} onChange={(event) => void navigate(`/admin/settings/pages/${event.target.value}`)}>
              {PAGES.map((name) => (
                <option key={name} value={name}>
                  {say.pageNames[name]}
                  {ownKeys.data?.includes(name) ? say.changed : ''}
                </option>
              ))}
            </SelectField>
          }
        />
      ) : (
        <>
          <PageHead title={say.pages} />
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
