/** The page about the shop. */
import { Link } from 'react-router'

export const crumb = 'About'
export const metaDescription = 'A trading house for beauty supplies: who we are, who we serve and how to reach us.'
export const title = (
  <>
    A trading house for <em>adornment</em>
  </>
)
export const lead = (storeName: string, since: number | null) =>
  since === null
    ? `${storeName} supplies beauty professionals, shopkeepers and homes across India.`
    : `${storeName} has supplied beauty professionals, shopkeepers and homes across India since ${since}.`
export const howWeWork = 'We buy from Indian makers, keep the stock ourselves and pass the savings on.'
/** What the demo's own name means. */
export const meaning = (
  <>
    <span lang="hi" translate="no" className="mark-hi text-xl text-rose-600">
      शृंगार
    </span>{' '}
    means adornment: the kohl, the colour, the oil in the hair before a wedding and before an ordinary Monday. {howWeWork}
  </>
)

export const whoWeServe = 'Who we serve'
export const served = [
  { who: 'Salons and artists', text: 'They cannot run out of the shade they used yesterday.' },
  { who: 'Shopkeepers', text: 'They buy by the dozen and need a GST invoice in their company’s name.' },
  {
    who: 'Anyone who wants wholesale prices',
    text: 'You can buy many products singly; where there is a minimum order, it is shown with the price.',
  },
]

export const prices = 'How our prices work'
export const pricesText =
  'Every price you see includes GST where the shop says so, and no price is above the MRP printed on the pack. Most products get cheaper in steps: the more you buy of one product, the less each one costs. The product page shows the steps before you decide.'
export const delivery = 'Delivery'
export const deliveryVaries = 'We deliver across India. What it costs depends on place and weight; the checkout shows it before you order.'
export const deliveryText = (free: string, charge: string) =>
  `We deliver to every State and Union Territory. Delivery is free on orders of ${free} or more; below that it costs ${charge}, wherever you are.`

export const talkToUs = 'Talk to us'
export const whereWeAre = 'Where we are'
export const whenWeAreOpen = 'When we are open'
export const phoneAndEmail = 'Phone and email'
export const seeAlso = (
  <>
    See our <Link to="/terms">terms</Link> for the conditions of sale and our <Link to="/privacy">privacy notice</Link> for how we use your data.
  </>
)
