import { ViewTransition, type ReactNode } from 'react'
import { cardSkeletons } from '../../ui/page/skeleton.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { pictureOf, pressedPicture } from '../../ui/pictures/picture-transition.ts'
import { CARD_SIZES } from '../../ui/product-card.tsx'

/** The coming page in its shape; `otherwise` for pages without one. */
export default function ComingOutline({ path, otherwise }: { path: string; otherwise: ReactNode }) {
  if (path === '/') return <HomeOutline />
  if (path === '/products' || path.startsWith('/category/')) return <ListOutline />
  if (path.startsWith('/products/')) return <ProductOutline path={path} />
  return otherwise
}

const row = 'grid grid-cols-2 gap-x-[14px] gap-y-9 md:grid-cols-4 md:gap-x-7'

/** Three categories and four products, as specified. */
function HomeOutline() {
  return (
    <div aria-hidden="true">
      <div className="bone h-[420px] rounded-none! lg:h-[620px]" />
      <div className="wrap grid grid-cols-3 gap-4 pt-14 md:grid-cols-6 lg:gap-7 lg:pt-[104px]">
        {[0, 1, 2].map((place) => (
          <div key={place} className="jharokha">
            <div className="bone h-full" />
          </div>
        ))}
      </div>
      <div className={`wrap pt-14 lg:pt-[104px] ${row}`}>{cardSkeletons(4)}</div>
    </div>
  )
}

function ListOutline() {
  return (
    <div aria-hidden="true" className="wrap pt-14">
      <div className="bone h-12 w-3/4 max-w-[460px]" />
      <div className={`pt-14 ${row}`}>{cardSkeletons(8)}</div>
    </div>
  )
}

/** In the shape of the page itself, with the picture of the card that was pressed. */
function ProductOutline({ path }: { path: string }) {
  const pressed = pressedPicture()
  const known = pressed !== null && path.endsWith(pressed.id) ? pressed : null
  return (
    <div aria-hidden="true" className="wrap md:pt-[52px]">
      <div className="pdp">
        <div className="gal">
          <div className="gal-main">
            <ViewTransition {...pictureOf(known?.id)}>
              <div className="gal-picture">
                {known ? (
                  <Picture src={known.image_url} thumbhash={known.image_thumbhash} alt="" width={320} height={320} sizes={CARD_SIZES} eager />
                ) : (
                  <div className="bone aspect-square" />
                )}
              </div>
            </ViewTransition>
          </div>
        </div>
        <div className="pdp-info grid content-start gap-4">
          {['h-5 w-1/4', 'h-12 w-4/5', 'h-12 w-1/2', 'h-24', 'h-14'].map((size, place) => (
            <div key={place} className={`bone ${size}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
