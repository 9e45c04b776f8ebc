import * as say from '#words/security.ts'
import { SessionsPanel } from '../../data/security/sessions-panel.tsx'
import { TwoStepPanel } from '../../data/security/two-step-panel.tsx'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function SecurityScreen() {
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <PageHeading>{say.security}</PageHeading>
      <SignedIn waiting={<Waiting />}>
        {(user) => (
          <div className="grid gap-5 lg:grid-cols-2 lg:items-start lg:gap-8">
            <TwoStepPanel user={user} />
            <SessionsPanel userId={user.id} />
          </div>
        )}
      </SignedIn>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start lg:gap-8">
      <PanelSkeleton lines={5} />
      <PanelSkeleton lines={5} />
    </div>
  )
}
