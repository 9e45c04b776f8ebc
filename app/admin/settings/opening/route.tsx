import * as say from '#words/admin-opening.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { OpeningPanel } from './opening-panel.tsx'

/** /admin/settings/opening: opens the shop to the public, and closes it. */
export default function OpeningPage() {
  return (
    <SettingsFrame>
      <PageHead title={say.title} />
      <OpeningPanel />
    </SettingsFrame>
  )
}
