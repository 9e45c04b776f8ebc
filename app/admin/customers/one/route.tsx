import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useOutletContext, useParams } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-customers.ts'
import { fetchCustomer, unblockAccount } from '../../../data/admin/customers/customer.ts'
import type { Customer } from '../../../data/admin/customers/customer.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import type { SessionUser } from '../../../data/session/session.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLastRead } from '../../ui/use-last-read.ts'
import { Mark } from '../mark.tsx'
import { nameOf } from '../name-of.ts'
import { BlockDialog } from './block-dialog.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CreditCard } from './credit-card.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { Figures } from './figures.tsx'
import { MostBought } from './most-bought.tsx'
import { Notes } from './notes.tsx'
import { OrderHistory } from './order-history.tsx'
import { AddressCard, ComplaintCard, ConsentCard, ProfileCard } from './side-cards.tsx'

const back = { to: '/admin/customers', label: say.back }

/** One customer: purchases, profile, notes of admins, and blocking. */
export default function AdminCustomer() {
  const { id = '' } = useParams()
  const customer = useQuery({ queryKey: ['admin-customer', id], queryFn: () => fetchCustomer(id), enabled: isUuid(id), staleTime: 0 })
  const shown = useLastRead(id, customer.data ?? undefined)
  if (!isUuid(id) || (customer.data === null && !shown))
    return <EmptyState heading="h1" title={say.gone} text={say.goneText} action={<ButtonLink to="/admin/customers">{say.back}</ButtonLink>} />
  if (customer.error && !shown)
    return (
      <>
        <PageHead title={say.customer} back={back} />
        <ErrorPanel title={say.failed} text={say.failedText} error={customer.error} onRetry={() => void customer.refetch()} />
      </>
    )
  if (!shown)
    return (
      <>
        <PageHead title={say.customer} back={back} />
        <PanelSkeleton lines={12} />
      </>
    )
  return <Shown key={id} customer={shown} />
}

function Shown({ customer }: { customer: Customer }) {
  const me = useOutletContext<SessionUser>()
  const makesCodes = useMay()('customers.write') && customer.phone_code !== null
  const [open, setOpen] = useState<'edit' | 'block' | 'code' | null>(null)
  const { profile, block, guest, ordered } = customer
  const name = nameOf({ full_name: profile.full_name || ordered.full_name, company_name: profile.company_name || ordered.company_name })
  const reload = () =>
    Promise.all(['admin-customer', 'admin-customers', 'row-history', 'admin-people'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

  async function unblock() {
    try {
      await unblockAccount(profile.id)
      await reload()
      toast({ title: say.unblocked(name), tone: 'success' })
    } catch (error) {
      toast({ title: say.blockFailed, description: serverMessage(error, ''), tone: 'error' })
    }
  }

  return (
    <>
      <PageHead
        title={name}
        back={back}
        aside={
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            {block ? <Mark look="bad">{say.blocked}</Mark> : null}
            {guest ? <Mark>{say.noAccount}</Mark> : null}
            {customer.roles.length > 0 ? <Mark>{say.staff}</Mark> : null}
            {say.customerSince(formatDay(profile.created_at))}
            {customer.last_sign_in_at ? ` · ${say.lastSignIn(formatDay(customer.last_sign_in_at))}` : null}
          </span>
        }
        actions={
          <>
            {guest || block || profile.id === me.id ? null : (
              <button type="button" className="ctl ctl-danger" onClick={() => setOpen('block')}>
                {say.block}
              </button>
            )}
            <Link to={`/admin/orders/create?customer=${profile.id}`} className="ctl ctl-main">
              {say.newOrder}
            </Link>
          </>
        }
      />
      {block ? (
        <div role="note" className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-cancelled-tint px-4 py-3 text-cancelled">
          <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
            <b className="font-semibold">{say.blockedBanner(formatDay(block.created_at), block.by ?? say.someone)}</b> {block.reason}
          </p>
          <button type="button" className="ctl" onClick={() => void unblock()}>
            {say.unblock}
          </button>
        </div>
      ) : null}
      {/* The profile is beside the figures; on a phone it is between them and the orders. */}
      <div className="grid gap-4 min-[1240px]:grid-cols-[minmax(0,1fr)_344px]">
        <Figures customer={customer} />
        <ProfileCard customer={customer} onEdit={() => setOpen('edit')} onCode={makesCodes ? () => setOpen('code') : undefined} />
        <div className="grid min-w-0 content-start gap-4">
          <OrderHistory userId={profile.id} guest={guest} />
          <MostBought products={customer.products} />
          {guest ? (
            <HistoryPanel tables={['customer_figures', 'phone_codes']} rowId={profile.id} />
          ) : (
            <>
              <Notes userId={profile.id} />
              <HistoryPanel tables={['profiles', 'customer_notes', 'account_blocks', 'user_roles', 'phone_codes']} rowId={profile.id} />
            </>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <AddressCard addresses={customer.addresses} ordered={customer.ordered_addresses} />
          {guest ? null : (
            <>
              <CreditCard userId={profile.id} name={name} />
              <ConsentCard consents={customer.consents} />
              <ComplaintCard complaints={customer.complaints} />
            </>
          )}
        </div>
      </div>
      {open === 'edit' ? <EditDialog profile={profile} onClose={() => setOpen(null)} onSaved={() => void reload()} /> : null}
      {open === 'code' ? (
        <CodeDialog
          customerId={profile.id}
          name={name}
          phone={ordered.phone ?? ''}
          liveUntil={customer.phone_code?.expires_at ?? null}
          onClose={() => setOpen(null)}
          onMade={() => void reload()}
        />
      ) : null}
      {open === 'block' ? <BlockDialog userId={profile.id} name={name} onClose={() => setOpen(null)} onBlocked={() => void reload()} /> : null}
    </>
  )
}
