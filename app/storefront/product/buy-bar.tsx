import { useEffect, useState } from 'react'
import { formatRupees } from '#domain/money/money.ts'

/** On phones, once the main button has scrolled out of view, its total and button are shown above the tab bar. */
export function BuyBar({ watch, price, note, children }: { watch: Element | null; price: number; note: string; children: React.ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (watch === null) return
    // Everything below the screen counts as visible, so a jump from far below to the top also crosses the edge and fires the observer.
    const observer = new IntersectionObserver(([entry]) => entry && setShown(!entry.isIntersecting), { rootMargin: '0px 0px 99999px' })
    observer.observe(watch)
    return () => observer.disconnect()
  }, [watch])
  if (!shown) return null
  return (
    <div className="buybar">
      <p>
        <b className="num">{formatRupees(price)}</b>
        <small className="num">{note}</small>
      </p>
      {children}
    </div>
  )
}
