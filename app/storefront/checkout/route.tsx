import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { useQuery } from '@tanstack/react-query'
import * as say from '#words/checkout.tsx'
import { fetchAddresses } from '../../data/account/addresses.ts'
import { fetchCodAllowance, fetchLastOrder } from '../../data/orders/last-order.ts'
import { fetchStoreCredit } from '../../data/orders/store-credit.ts'
import { useSession } from '../../data/session/session.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function CheckoutScreen() {
  return (
    <div className="wrap pb-4 md:pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-[720px] pt-5 md:pt-7">
        <noscript>
          <p className="mb-5 rounded-md bg-marigold-100 px-5 py-4 text-marigold-700">{say.needsScripts}</p>
        </noscript>
        <SignedIn waiting={<PanelSkeleton lines={8} />}>{(user, profile) => <Ready user={user} profile={profile} />}</SignedIn>
      </div>
    </div>
  )
}

/** The form starts with the known data of the buyer, so these reads come first, at once; a failure of one must not prevent an order. */
function Ready({ user, profile }: { user: SessionUser; profile: Profile | null }) {
  const { profileRead } = useSession()
  const saved = useQuery({ queryKey: ['addresses', user.id], queryFn: () => fetchAddresses(user.id) })
  const last = useQuery({ queryKey: ['orders', user.id, 'last'], queryFn: () => fetchLastOrder(user.id) })
  const cod = useQuery({ queryKey: ['orders', user.id, 'cod-allowance'], queryFn: fetchCodAllowance })
  const credit = useQuery({ queryKey: ['orders', user.id, 'store-credit'], queryFn: () => fetchStoreCredit(user.id) })
  if (!profileRead || saved.isPending || last.isPending || cod.isPending || credit.isPending) return <PanelSkeleton lines={8} />
  return (
    <CheckoutPage
      user={user}
      profile={profile}
      addresses={saved.data ?? []}
      last={last.data ?? null}
      codAllowance={cod.data ?? null}
      balance={credit.data ?? 0}
    />
  )
}
