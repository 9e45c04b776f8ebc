import { PUBLISHING_NEEDS, publishingGaps } from '#domain/products/publishing.ts'
import type { PublishingItem, PublishingNeed } from '#domain/products/publishing.ts'
import * as say from '#words/admin-product.ts'
import { focusField } from '../../../ui/form/form-alert.tsx'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import { pricedTexts } from './draft.ts'
import type { ProductTexts } from './draft.ts'

/** The field of each item. */
const BOXES: Record<PublishingItem, string> = {
  price: 'price',
  picture: 'pictures',
  description: 'description',
  category: 'categoryId',
  mrp: 'mrp',
  hsn: 'hsn',
  genericName: 'genericName',
  netQuantity: 'netQuantity',
  countryOfOrigin: 'countryOfOrigin',
  manufacturer: 'manufacturer',
  bestBefore: 'bestBefore',
}
const GROUPS = Object.keys(say.needGroups) as PublishingNeed[]

/** What the product still lacks, each with a link to its field: what prevents publishing, what the law requires, what buyers look for. */
export function Checklist({ texts, pictures }: { texts: ProductTexts; pictures: number }) {
  const gaps = publishingGaps({
    ...pricedTexts(texts),
    description: texts.description,
    category_id: texts.categoryId || null,
    hsn: texts.hsn,
    generic_name: texts.genericName,
    net_quantity: texts.netQuantity,
    country_of_origin: texts.countryOfOrigin,
    manufacturer: texts.manufacturer,
    best_before: texts.bestBefore,
    pictures,
  })
  return (
    <section aria-labelledby="ready" className="grid gap-3 rounded-md border border-line p-4">
      <h2 id="ready">{say.ready}</h2>
      {gaps.length === 0 ? <p className="text-good">{say.allThere}</p> : null}
      {GROUPS.map((group) => {
        const items = gaps.filter((item) => PUBLISHING_NEEDS[item] === group)
        return items.length === 0 ? null : (
          <div key={group}>
            <p className="text-ink-2">{say.needGroups[group]}</p>
            <ul className="mt-1 grid gap-[2px]">
              {items.map((item) => (
                <li key={item}>
                  <button
                    type="button"
                    className="inline-flex min-h-7 items-center gap-2 text-left underline decoration-dotted underline-offset-4 touch:min-h-11"
                    onClick={(event) => focusField(BOXES[item], event.currentTarget.form ?? document)}
                  >
                    <AdminIcon name="warning" className={group === 'refused' ? 'flex-none text-bad' : 'flex-none text-late'} />
                    {say.needs[item]}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
