import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import { isOwed } from '#domain/orders/order-status.ts'
import { isNoLongerKept } from '#domain/documents/retention.ts'
import * as say from '#words/invoice.ts'
import { fetchOrder, fetchOrderItems } from '../../data/orders/orders.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { useSettings } from '../../data/shop/use-settings.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { DocumentsPanel } from '../documents-panel.tsx'
import { useInvoiceDownload } from '../download-invoice.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { UpiDue } from './upi-due.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

/** /invoice/{id} takes the order's id. In print only the document remains. */
export default function InvoiceScreen() {
  const { id = '' } = useParams()
  return (
    <div className="wrap pb-16 print:p-0">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <style>{`@media print { body { background: #fff } header:not(.sheet *), footer:not(.sheet *), nav, .strip, a[href^="#"], [data-toasts] { display: none !important } main { padding: 0 !important } @page { margin: 12mm } }`}</style>
      <Link to={`/order-confirmation/${id}`} className="mt-5 mb-5 inline-flex items-center gap-2 py-1 text-sm text-ink-2 hover:underline print:hidden">
        <Icon name="back" size={16} /> {say.backToTheOrder}
      </Link>
      <SignedIn waiting={<PanelSkeleton lines={14} />}>{(user) => <Invoice key={id} orderId={id} userId={user.id} />}</SignedIn>
    </div>
  )
}

async function readInvoice(orderId: string, userId: string) {
  const order = await fetchOrder(orderId, userId)
  return order ? { order, items: await fetchOrderItems(orderId) } : null
}

function Invoice({ orderId, userId }: { orderId: string; userId: string }) {
  const settings = useSettings()
  const query = useQuery({ queryKey: ['orders', userId, 'invoice', orderId], queryFn: () => readInvoice(orderId, userId) })
  const { busy, download } = useInvoiceDownload()
  const note = useInvoiceDownload('creditNote')
  if (query.isPending) return <PanelSkeleton lines={14} />
  if (query.data === undefined)
    return (
      <>
        <h1 className="mb-6">{say.invoice}</h1>
        <ErrorPanel title={query.error.message} text={say.loadFailedText} error={query.error.cause} onRetry={() => void query.refetch()} />
      </>
    )
  if (!query.data) {
    return (
      <EmptyState
        drawing="orders"
        heading="h1"
        title={say.orderNotFound}
        text={say.orderNotFoundText}
        action={
          <ButtonLink to="/orders" variant="primary">
            {say.backToMyOrders}
          </ButtonLink>
        }
      />
    )
  }
  const { order, items } = query.data
  if (isNoLongerKept(order)) return <EmptyState drawing="list" heading="h1" title={say.noLongerKept} text={say.noLongerKeptText} />
  const reversed = order.documents.some(({ kind }) => kind === 'credit_note')
  // usually one; nil-rated goods of a registered buyer have a document of their own, and a cancellation has its credit notes
  const documents = (['invoice', ...(reversed ? (['creditNote'] as const) : [])] as const).flatMap((type) => invoiceContents(order, items, settings, type))
  // The content of an issued invoice says what was due at its issue; this is what is due today.
  const due = order.status !== 'cancelled' && isOwed(order.payment_state)
  // A cancelled order without an invoice has only the draft, so no primary button leads to it.
  const draftOnly = order.status === 'cancelled' && documents.every(({ number }) => number === null)
  return (
    <>
      <div className="mb-5 flex flex-wrap gap-3 max-md:*:flex-1 print:hidden">
        <Button variant={draftOnly ? 'second' : 'primary'} busy={busy !== null} busyText={say.fetching} onClick={() => download(orderId)}>
          <Icon name="document" size={20} /> {say.downloadInvoice}
        </Button>
        {reversed ? (
          <Button busy={note.busy !== null} busyText={say.fetching} onClick={() => note.download(orderId)}>
            {say.downloadCreditNote}
          </Button>
        ) : null}
        <Button onClick={() => window.print()}>{say.print}</Button>
      </div>
      <div className="grid grid-cols-1 gap-8 print:block">
        <DocumentsPanel order={order} />
        {documents.map((content, index) => (
          <InvoiceSheet
            key={content.number ?? ''}
            content={content}
            first={index === 0}
            pay={content.upi && due ? <UpiDue content={content} link={content.upi} claimable={order.payment_method === 'upi'} /> : null}
          />
        ))}
      </div>
    </>
  )
}
