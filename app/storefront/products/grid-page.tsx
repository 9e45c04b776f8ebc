import * as say from '#words/products.tsx'
// oxlint-disable-next-line import/default -- the build makes it (scripts/vite/inline-script.ts)
import openRememberedView from '../../navigation/open-remembered-view.ts?inline-script'
import { Breadcrumbs, type Crumb } from '../../ui/page/breadcrumbs.tsx'
import type { LoadedListing } from './listing.ts'
import { ListingView } from './listing-view.tsx'

export type ViewProps = { loaded: LoadedListing; nameOf: (slug: string) => string; trail: Crumb[] }

/** /products as cards. */
export default function GridPage({ loaded, nameOf, trail }: ViewProps) {
  return (
    <div className="wrap pb-14 lg:pb-[104px]">
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: openRememberedView }} />
      <Breadcrumbs trail={trail} />
      <h1 className="pb-4 lg:pb-7">{say.heading}</h1>
      <ListingView loaded={loaded} nameOf={nameOf} />
    </div>
  )
}
