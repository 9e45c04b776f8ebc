import { formatRupees } from '#domain/money/money.ts'
import { shortRupees } from '#domain/money/short-rupees.ts'
import { basePrice, tierTable, type TierDisplay } from '#domain/prices/price-tiers.ts'
import type { HomeTexts } from '#domain/shop/home.ts'
import * as say from '#words/home.tsx'
import type { ListedProduct } from '../../data/shop/products.ts'
import { hoursText } from '../shell/hours-text.ts'
import { useRoot } from '../shell/use-root.ts'

const STEPS = 4

/** Four reasons. The price stair of a real product leads; beside it are the other three, each with a word or a figure. */
export function WhyChooseUs({ texts, example }: { texts: HomeTexts; example: ListedProduct[] }) {
  const { settings } = useRoot()
  const free = shortRupees(settings.freeDeliveryFrom)
  const hours = hoursText(settings.hours.filter(({ opens }) => opens !== null))
  const product = example.find((candidate) => ladderOf(candidate).length >= 3)
  return (
    <section aria-labelledby="why" className="mt-14 bg-sunken lg:mt-[104px]">
      <div className="wrap py-12 lg:py-20">
        <h2 id="why" className="text-3xl">
          {texts.whyTitle ?? say.whyChoose(settings.storeName)}
        </h2>
        <p className="mt-3 max-w-[56ch] text-lg text-ink-2">{texts.whyText ?? say.tradingHouse(settings.city)}</p>
        <div className="why">
          <Tile figure={settings.foundedYear ?? say.inPlainSight} title={texts.qualityTitle ?? say.qualityTitle}>
            {texts.qualityText ?? say.qualityText(settings.foundedYear)}
          </Tile>
          <div className="why-prices">
            {product ? <Ladder product={product} /> : null}
            <div>
              <h3>{texts.pricingTitle ?? say.pricingTitle}</h3>
              <p className="mt-1 max-w-[40ch] text-ink-2">{texts.pricingText ?? say.pricingText(product?.name)}</p>
            </div>
          </div>
          <Tile
            figure={settings.deliveryVaries ? <em className="text-rose-600">{say.everywhere}</em> : free}
            title={texts.deliveryTitle ?? (settings.deliveryVaries ? say.deliveryVariesTitle : say.deliveryTitle(free))}
          >
            {texts.deliveryText ?? (settings.deliveryVaries ? say.deliveryVaries : say.deliveryText(free, shortRupees(settings.deliveryCharge)))}
          </Tile>
          <Tile figure={<em className="text-rose-600">{say.askUs}</em>} title={texts.supportTitle ?? say.supportTitle}>
            {texts.supportText ?? say.supportText}{' '}
            {hours.map((line, place) => (
              <span key={line} className="num md:whitespace-nowrap">
                {line}
                {place < hours.length - 1 ? ', ' : '.'}
              </span>
            ))}
          </Tile>
        </div>
      </div>
    </section>
  )
}

function Tile({ figure, title, children }: { figure: React.ReactNode; title: string; children: React.ReactNode }) {
  return (
    <div className="why-tile">
      <div className="num font-display text-3xl text-plum-600">{figure}</div>
      <div>
        <h3>{title}</h3>
        <p className="mt-1 max-w-[48ch] text-ink-2">{children}</p>
      </div>
    </div>
  )
}

/** The price of one unit, then of each tier, as descending steps; the last step is the best price. */
function Ladder({ product }: { product: ListedProduct }) {
  const steps = ladderOf(product)
  const top = steps[0]?.price ?? 1
  return (
    <span className="num flex h-[132px] items-end lg:h-[208px]">
      {steps.map((step, place) => (
        <span
          key={step.from}
          style={{ height: `${(step.price / top) * 100}%` }}
          className={`min-w-0 flex-1 px-1 pt-3 text-center text-xs leading-[1.2] font-semibold md:text-lg ${place === steps.length - 1 ? 'bg-marigold-500 text-plum-900' : 'bg-plum-100 text-plum-700'}`}
        >
          {formatRupees(step.price)}
          <small className="block text-xs font-normal">{step.from}+</small>
        </span>
      ))}
    </span>
  )
}

function ladderOf(product: ListedProduct): { from: number; price: number }[] {
  const tiers = tierTable(product).filter((tier: TierDisplay) => tier.minQuantity > product.min_order_quantity)
  return [{ from: product.min_order_quantity, price: basePrice(product) }, ...tiers.map((tier) => ({ from: tier.minQuantity, price: tier.unitPrice }))].slice(
    0,
    STEPS,
  )
}
