import { useOutletContext } from 'react-router'
import * as say from '#words/security.ts'
import { SessionsPanel } from '../../data/security/sessions-panel.tsx'
import { TwoStepPanel } from '../../data/security/two-step-panel.tsx'
import type { SessionUser } from '../../data/session/session.ts'
import { PageHead } from '../ui/page-head.tsx'

/** The sign-in settings of the current staff member. */
export default function AdminSecurity() {
  const user = useOutletContext<SessionUser>()
  return (
    <>
      <PageHead title={say.security} />
      <div className="grid max-w-[1100px] gap-5 xl:grid-cols-2 xl:items-start">
        <TwoStepPanel user={user} />
        <SessionsPanel userId={user.id} />
      </div>
    </>
  )
}
