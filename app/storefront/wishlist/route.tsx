import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as say from '#words/wishlist.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { requests } from '../../data/wishlist/stock-requests.ts'
import { fetchWishlist } from '../../data/wishlist/wishlist-products.ts'
import type { Wished } from '../../data/wishlist/wishlist-products.ts'
import { wishes } from '../../data/wishlist/wishes.ts'
import { TextSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { Waiting } from './waiting.tsx'
import { WishCard } from './wish-card.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

/** About one laptop screen; a wishlist of 500 products is rendered in parts. */
const AT_ONCE = 24

export default function WishlistScreen() {
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <SignedIn waiting={<Loading />}>{(user) => <Wishlist userId={user.id} />}</SignedIn>
    </div>
  )
}

function Loading() {
  return (
    <>
      <PageHeading>{say.wishlist}</PageHeading>
      <TextSkeleton lines={8} />
    </>
  )
}

const none = () => null
const lacks = (rows: readonly Wished[], ids: ReadonlySet<string> | null) => [...(ids ?? [])].some((id) => !rows.some((row) => row.id === id))

function Wishlist({ userId }: { userId: string }) {
  const wished = useSyncExternalStore(wishes.subscribe, wishes.read, none)
  const asked = useSyncExternalStore(requests.subscribe, requests.read, none)
  const [shown, setShown] = useState(AT_ONCE)
  const list = useQuery({ queryKey: ['wishlist', userId], queryFn: () => fetchWishlist(userId), staleTime: 0 })
  const { data, refetch } = list
  // Marked in another tab, or an undone removal: the product is not loaded yet.
  useEffect(() => {
    if (data && (lacks(data.wished, wished) || lacks(data.asked, asked))) void refetch()
  }, [data, wished, asked, refetch])
  if (list.isPending) return <Loading />
  if (data === undefined)
    return (
      <>
        <PageHeading>{say.wishlist}</PageHeading>
        <ErrorPanel title={say.loadFailed} text={say.loadFailedText} error={list.error} onRetry={() => void refetch()} />
      </>
    )
  const products = data.wished.filter(({ id }) => wished === null || wished.has(id))
  const waiting = data.asked.filter(({ id }) => asked === null || asked.has(id))
  return (
    <>
      <PageHeading aside={products.length === 0 ? null : <span className="num text-ink-2">{say.products(products.length)}</span>}>{say.wishlist}</PageHeading>
      {products.length === 0 ? (
        <EmptyState
          drawing="wish"
          title={say.nothingYet}
          text={say.nothingYetText}
          action={
            <ButtonLink to="/products" variant="primary">
              {say.browseProducts}
            </ButtonLink>
          }
        />
      ) : (
        <ProductGrid wide>
          {products.slice(0, shown).map((row) => (
            <WishCard key={row.id} {...row} />
          ))}
        </ProductGrid>
      )}
      {products.length > shown ? (
        <p className="mt-10 text-center">
          <Button onClick={() => setShown(shown + AT_ONCE)}>{say.more(Math.min(AT_ONCE, products.length - shown))}</Button>
        </p>
      ) : null}
      {waiting.length === 0 ? null : <Waiting rows={waiting} />}
    </>
  )
}
