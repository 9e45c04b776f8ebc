import { QueryClientProvider } from '@tanstack/react-query'
import { data } from 'react-router'
import * as say from '#words/order-pad.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { queryClient } from '../../data/api/queries.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { breadcrumbJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { exampleList, readExample } from './example.ts'
import type { ExampleProduct } from './example.ts'
import { ListInput } from './list-input.tsx'
import { PadResults } from './pad-results.tsx'
import { useOrderPad } from './use-order-pad.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, db } = context.get(shopContext)
  return data({ origin, example: await readExample(db) }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

const trail = [{ label: say.home, to: '/' }, { label: say.crumb }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta({
    matches,
    title: say.crumb,
    description: say.metaDescription,
    path: '/order-pad',
    origin: loaderData?.origin,
  }),
  ...(import.meta.env.SSR ? [breadcrumbJsonLd(loaderData?.origin, trail, '/order-pad')] : keptFromDocument(1)),
]

/** For customers who order from a list: paste or upload it, see each line priced or explained, and add the valid lines at once. */
export default function OrderPad({ loaderData }: Route.ComponentProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Pad example={loaderData.example} />
    </QueryClientProvider>
  )
}

function Pad({ example }: { example: readonly ExampleProduct[] }) {
  const pad = useOrderPad()
  return (
    <div className="wrap pb-16 lg:pb-[104px]">
      <Breadcrumbs trail={trail} />
      <header className="pb-6 lg:pb-9">
        <h1>{say.heading}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-pretty text-ink-2">{say.lead}</p>
      </header>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:items-start ${pad.busy ? 'lg:grid-cols-[minmax(0,392px)_minmax(0,1fr)]' : 'lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]'}`}
      >
        <ListInput pad={pad} placeholder={exampleList(example)} />
        <PadResults pad={pad} example={example} />
      </div>
    </div>
  )
}
