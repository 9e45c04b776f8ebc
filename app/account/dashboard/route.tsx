import { useSearchParams } from 'react-router'
import * as say from '#words/dashboard.tsx'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { useSession } from '../../data/session/session.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { ListField } from './list-field.tsx'
import { CounterSkeleton, MyCounter } from './my-counter.tsx'
import { Overview } from './overview.tsx'
import { useMyCounter } from './use-my-counter.ts'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function DashboardScreen() {
  // At least a screen high, so that the footer is below it before and after the content is there.
  return (
    <div className="wrap min-h-svh pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <header className="grid gap-x-10 gap-y-3 pt-6 pb-5 md:pt-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,560px)] lg:items-end">
        <Greeting />
        <ListField />
      </header>
      <SignedIn waiting={<CounterSkeleton />}>{(user, profile) => <Dashboard user={user} profile={profile} />}</SignedIn>
    </div>
  )
}

function Greeting() {
  const { user, profile, ended } = useSession()
  // A session that ended leaves the screen as it is, under the dialog that asks for the password.
  const person = user ? { user, profile } : ended
  return <h1>{say.greeting((person?.profile?.full_name ?? person?.user.fullName ?? '').trim().split(/\s+/)[0])}</h1>
}

const tabs = [
  { id: 'overview', label: say.overview },
  { id: 'orders', label: say.orders },
  { id: 'profile', label: say.profile },
  { id: 'notifications', label: say.notifications },
] as const
type TabId = (typeof tabs)[number]['id']

const elsewhere: Record<Exclude<TabId, 'overview'>, { title: string; text: string; to: string; label: string }> = {
  orders: { title: say.yourOrders, text: say.yourOrdersText, to: '/my-orders', label: say.viewAllOrders },
  profile: { title: say.yourProfile, text: say.yourProfileText, to: '/profile', label: say.manageProfile },
  notifications: { title: say.yourNotifications, text: say.yourNotificationsText, to: '/notifications', label: say.viewNotifications },
}

function Dashboard({ user, profile }: { user: SessionUser; profile: Profile | null }) {
  const [params, setParams] = useSearchParams()
  const current: TabId = tabs.find((tab) => tab.id === params.get('tab'))?.id ?? 'overview'
  const counter = useMyCounter(user.id)
  return (
    <>
      <MyCounter state={counter} />
      {/* It appears with the counter, so that it does not move when the counter's height is known. */}
      <div hidden={counter.counter === null && !counter.failed} className="pt-8 md:pt-10">
        <Tabs
          label={say.dashboard}
          tabs={tabs}
          current={current}
          onChange={(id) => setParams(id === 'overview' ? {} : { tab: id }, { replace: true, preventScrollReset: true })}
        >
          {current === 'overview' ? (
            <Overview user={user} profile={profile} known={counter.counter?.orders.length} />
          ) : (
            <Panel title={elsewhere[current].title}>
              <p className="mb-5 text-ink-2">{elsewhere[current].text}</p>
              <ButtonLink to={elsewhere[current].to}>{elsewhere[current].label}</ButtonLink>
            </Panel>
          )}
        </Tabs>
      </div>
    </>
  )
}
