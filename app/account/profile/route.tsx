import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import * as say from '#words/profile.ts'
import { refreshProfile, useSession } from '../../data/session/session.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { AddressBook } from './address-book.tsx'
import { ConsentPanel } from './consent-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { readLinkNews } from './link-news.ts'
import { PasswordPanel } from './password-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecurityPanel } from './security-panel.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function ProfileScreen() {
  const { profileRead } = useSession()
  const { hash } = useLocation()
  // Read once and at once: the client removes the tokens of a mail's link from the URL as soon as it loads.
  const [news] = useState(() => readLinkNews(hash))
  useEffect(() => {
    if (news === 'half-way') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [news])
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <PageHeading>{say.profile}</PageHeading>
      <SignedIn waiting={<Waiting />}>
        {(user, profile) => (
          <div className="grid gap-5 lg:grid-cols-2 lg:items-start lg:gap-8">
            <div className="grid min-w-0 gap-5">
              {profile ? (
                <ProfileForm user={user} profile={profile} />
              ) : profileRead ? (
                <ErrorPanel title={say.loadFailed} onRetry={() => void refreshProfile()} />
              ) : (
                <PanelSkeleton lines={8} />
              )}
              <AddressBook userId={user.id} email={user.email} />
              <ConsentPanel userId={user.id} />
            </div>
            <div className="grid min-w-0 gap-5">
              <EmailPanel user={user} news={news} />
              <PasswordPanel />
              <SecurityPanel />
              <DataPanel />
            </div>
          </div>
        )}
      </SignedIn>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start lg:gap-8">
      <PanelSkeleton lines={12} />
      <PanelSkeleton lines={6} />
    </div>
  )
}
