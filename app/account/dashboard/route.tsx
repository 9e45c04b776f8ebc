import { useSearchParams } from 'react-router'
import * as say from '#words/dashboard.tsx'
import { SignedIn } from '../../data/session/signed-in.tsx'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { PanelSkeleton } from '../../ui/panel-skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Overview } from './overview.tsx'

export default function DashboardScreen() {
  return (
    <div className="wrap pb-16">
      <title>{say.title}</title>
      <meta name="robots" content="noindex" />
      <SignedIn waiting={<DashboardWaiting />}>{(user, profile) => <Dashboard user={user} profile={profile} />}</SignedIn>
    </div>
  )
}

function DashboardWaiting() {
  return (
    <>
      <PageHeading>{say.dashboard}</PageHeading>
      <div className="grid gap-5 lg:grid-cols-[1.55fr_1fr] lg:gap-6">
        <PanelSkeleton lines={6} />
        <PanelSkeleton lines={4} />
      </div>
    </>
  )
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
  const name = (profile?.full_name ?? user.fullName).trim().split(/\s+/)[0]
  return (
    <>
      <PageHeading>{say.greeting(name)}</PageHeading>
      <Tabs
        label={say.dashboard}
        tabs={tabs}
        current={current}
        onChange={(id) => setParams(id === 'overview' ? {} : { tab: id }, { replace: true, preventScrollReset: true })}
      >
        {current === 'overview' ? (
          <Overview user={user} profile={profile} />
        ) : (
          <Panel title={elsewhere[current].title}>
            <p className="mb-5 text-ink-2">{elsewhere[current].text}</p>
            <ButtonLink to={elsewhere[current].to}>{elsewhere[current].label}</ButtonLink>
          </Panel>
        )}
      </Tabs>
    </>
  )
}
