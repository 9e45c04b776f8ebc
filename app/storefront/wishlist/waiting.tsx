import { Link } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/wishlist.ts'
import { withdrawRequest } from '../../data/wishlist/stock-requests.ts'
import type { Asked } from '../../data/wishlist/wishlist-products.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'

/** The sold-out products for which the customer requested a notification. Cancelling a request is as easy as making it. */
export function Waiting({ rows }: { rows: readonly Asked[] }) {
  return (
    <div className="mt-14">
      <Panel title={say.waitingFor}>
        <p className="mb-3 max-w-[68ch] text-pretty text-ink-2">{say.waitingForText}</p>
        <ul>
          {rows.map(({ id, product, at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0 last:pb-0">
              <span className="w-14 flex-none overflow-hidden rounded-sm">
                <Picture src={product?.image_url ?? null} thumbhash={product?.image_thumbhash} alt="" width={56} height={56} sizes="56px" />
              </span>
              <span className="min-w-[150px] flex-1">
                {product === null ? (
                  <span className="text-ink-2">{say.goneTitle}</span>
                ) : (
                  <Link to={productPath(product)} className="font-medium [overflow-wrap:anywhere] hover:text-plum-600">
                    <bdi>{product.name}</bdi>
                  </Link>
                )}
                <span className="num block text-sm text-ink-2">{say.askedOn(formatDay(at))}</span>
              </span>
              <Button size="card" onClick={() => void withdrawRequest({ id })} aria-label={say.cancelRequestNamed(product?.name ?? say.goneTitle)}>
                {say.cancelRequest}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
