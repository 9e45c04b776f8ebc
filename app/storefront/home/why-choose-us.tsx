import { formatPromise, formatRupees } from '#domain/money/money.ts'
import { basePrice, tierTable, type TierDisplay } from '#domain/prices/price-tiers.ts'
import * as say from '#words/home.tsx'
import type { ListedProduct } from '../../data/shop/products.ts'
import { hoursText } from '../shell/hours-text.ts'
import { useRoot } from '../shell/use-root.ts'

const STEPS = 4

/** Four reasons, each with a figure; the price ladder shows a real product. */
export function WhyChooseUs({ example }: { example: ListedProduct[] }) {
  const { settings } = useRoot()
  const free = formatPromise(settings.freeDeliveryFrom)
  const hours = hoursText(settings.hours.filter(({ opens }) => opens !== null))
  const weekday = settings.hours[0]
  const product = example.find((candidate) => ladderOf(candidate).length >= 3)
  return (
    <section aria-labelledby="why" className="mt-14 bg-sunken lg:mt-[104px]">
      <div className="wrap pt-14 pb-8 lg:grid lg:grid-cols-[380px_1fr] lg:gap-16 lg:py-[88px]">
        <div>
          <h2 id="why">{say.whyChoose(settings.storeName)}</h2>
          <p className="mt-4 max-w-[34ch] text-lg text-ink-2">{say.tradingHouse(settings.city)}</p>
        </div>
        <div className="mt-7 grid gap-x-12 md:grid-cols-2 lg:mt-0">
          <Tile figure={<span className="num">{settings.foundedYear}</span>} title={say.qualityTitle}>
            {say.qualityText(settings.foundedYear)}
          </Tile>
          <Tile figure={product ? <Ladder product={product} /> : <span className="num">−15%</span>} title={say.pricingTitle}>
            {say.pricingText(product?.name)}
          </Tile>
          <Tile figure={<span className="num">{free}</span>} title={say.deliveryTitle(free)}>
            {say.deliveryText(free, formatPromise(settings.deliveryCharge))}
          </Tile>
          <Tile figure={weekday?.opens ? say.hoursFromTo(shortHour(weekday.opens), shortHour(weekday.closes)) : say.askUs} title={say.supportTitle}>
            {say.supportText}{' '}
            {hours.map((line, place) => (
              <span key={line} className="num whitespace-nowrap">
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
    <div className="border-t border-[#dccbbd] py-[26px] lg:py-8">
      <div className="flex min-h-[60px] items-end font-display text-[3.25rem] leading-none tracking-[-.02em] text-plum-600 md:min-h-[84px] lg:text-[4rem]">
        {figure}
      </div>
      <h3 className="mt-[14px] mb-[6px]">{title}</h3>
      <p className="max-w-[40ch] text-ink-2">{children}</p>
    </div>
  )
}

/** The price of one unit, then of each tier, as descending steps; the last step is the best price. */
function Ladder({ product }: { product: ListedProduct }) {
  const steps = ladderOf(product)
  const top = steps[0]?.price ?? 1
  return (
    <span className="num flex h-[84px] w-full max-w-[340px] items-end gap-2 font-text tracking-normal">
      {steps.map((step, place) => (
        <span
          key={step.from}
          style={{ height: `${Math.max(56, (step.price / top) * 100 - place * 9)}%` }}
          className={`flex-1 rounded-t-xs px-1 pt-[7px] text-center text-xs leading-[1.2] font-semibold ${place === steps.length - 1 ? 'bg-marigold-500 text-plum-900' : 'bg-plum-100 text-plum-700'}`}
        >
          {formatRupees(step.price)}
          <small className="block text-[12px] font-normal">{step.from}+</small>
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

/** '9:00' → '9', '18:00' → '6', as people say it. */
function shortHour(time: string | null): string {
  const hour = Number.parseInt(time ?? '', 10)
  return Number.isFinite(hour) ? String(hour > 12 ? hour - 12 : hour) : ''
}
