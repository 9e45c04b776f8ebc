import { useState } from 'react'
import * as say from '#words/trade-cart.ts'
import type { BoughtBefore } from '../../../data/cart/bought-before.ts'
import type { ListedProduct } from '../../../data/shop/products.ts'

/** Rows until all are asked for; trade-list.css has room for as many. */
const FIRST = 5

type BeforeProps = { bought: readonly BoughtBefore[]; rowsOf: (some: readonly ListedProduct[]) => React.ReactNode }

/** What was bought before, above everything else. */
export default function Before({ bought, rowsOf }: BeforeProps) {
  const [all, setAll] = useState(false)
  return (
    <>
      <section className="trade-before" aria-label={say.boughtBefore}>
        <h2 className="trade-group">{say.boughtBefore}</h2>
        <ul className="trade-rows">{rowsOf((all ? bought : bought.slice(0, FIRST)).map(({ product }) => product))}</ul>
        {all || bought.length <= FIRST ? null : (
          <button type="button" className="link py-3" onClick={() => setAll(true)}>
            {say.showAllBought(bought.length)}
          </button>
        )}
      </section>
      <h2 className="trade-group">{say.everythingElse}</h2>
    </>
  )
}
