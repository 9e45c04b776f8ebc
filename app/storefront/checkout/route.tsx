import { PanelSkeleton } from '../../ui/panel-skeleton.tsx'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { useQuery } from '@tanstack/react-query'
import * as say from '#words/checkout.tsx'
import { fetchAddresses } from '../../data/account/addresses.ts'
import { useSession } from '../../data/session/session.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { CheckoutSteps } from './checkout-steps.tsx'

export default function CheckoutScreen() {
  return (
    <div className="wrap pb-16">
      <title>{say.title}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-[720px] pt-7">
        <SignedIn waiting={<PanelSkeleton lines={8} />}>{(user, profile) => <Ready user={user} profile={profile} />}</SignedIn>
      </div>
    </div>
  )
}

/** The form starts with the known data of the buyer, so both reads come first; a failure of either must not prevent an order. */
function Ready({ user, profile }: { user: SessionUser; profile: Profile | null }) {
  const { profileRead } = useSession()
  const saved = useQuery({ queryKey: ['addresses', user.id], queryFn: () => fetchAddresses(user.id) })
  if (!profileRead || saved.isPending) return <PanelSkeleton lines={8} />
  return <CheckoutSteps user={user} profile={profile} addresses={saved.data ?? []} />
}
