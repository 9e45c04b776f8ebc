import * as say from '#words/profile.ts'
import { refreshProfile, useSession } from '../../data/session.ts'
import { SignedIn } from '../../data/signed-in.tsx'
import { PanelBones } from '../../ui/bones.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AddressBook } from './address-book.tsx'
import { ProfileForm } from './profile-form.tsx'

export default function ProfileScreen() {
  const { profileRead } = useSession()
  return (
    <div className="wrap pb-16">
      <title>{say.title}</title>
      <meta name="robots" content="noindex" />
      <PageHeading>{say.profile}</PageHeading>
      <SignedIn waiting={<PanelBones lines={8} />}>
        {(user, profile) => (
          <div className="grid gap-5 lg:grid-cols-[1.2fr_1fr] lg:items-start lg:gap-8">
            {profile ? (
              <ProfileForm user={user} profile={profile} />
            ) : profileRead ? (
              <ErrorPanel title={say.loadFailed} onRetry={() => void refreshProfile()} />
            ) : (
              <PanelBones lines={8} />
            )}
            <AddressBook userId={user.id} />
          </div>
        )}
      </SignedIn>
    </div>
  )
}
