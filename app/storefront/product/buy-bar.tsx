import { useEffect, useState } from 'react'
import { formatRupees } from '#domain/money/money.ts'

/** On phones, once the main button has been scrolled past: its total and the button stand above the tab bar. */
export function BuyBar({ watch, price, note, children }: { watch: Element | null; price: number; note: string; children: React.ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (watch === null) return
    // Everything below the screen counts as on it: a jump from far below to the top crosses the edge too and is told.
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
