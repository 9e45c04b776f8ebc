import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as say from '#words/shell.tsx'
import { CardSkeletons } from '../../ui/skeleton.tsx'

/** Shorter waits show nothing: a flashing skeleton is worse than the old page. */
const AFTER_MS = 300

/** Shown when the next page takes longer than a moment: a skeleton in its shape, or the specified text. */
export function ComingPage({ children }: { children: React.ReactNode }) {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const target = navigation.state === 'loading' && navigation.location.pathname !== pathname ? navigation.location.pathname : null
  const [late, setLate] = useState<string | null>(null)

  useEffect(() => {
    if (target === null) return
    const clock = setTimeout(() => {
      setLate(target)
      window.scrollTo(0, 0)
    }, AFTER_MS)
    return () => clearTimeout(clock)
  }, [target])

  return target !== null && late === target ? outlineOf(target) : children
}

function outlineOf(path: string): React.ReactNode {
  if (path === '/') return <HomeOutline />
  if (path === '/products' || path.startsWith('/category/')) return <ListOutline />
  if (path.startsWith('/products/')) return <ProductOutline />
  return <p className="wrap py-24 text-center text-ink-2">{say.loadingApplication}</p>
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
      <div className={`wrap pt-14 lg:pt-[104px] ${row}`}>
        <CardSkeletons count={4} />
      </div>
    </div>
  )
}

function ListOutline() {
  return (
    <div aria-hidden="true" className="wrap pt-14">
      <div className="bone h-12 w-3/4 max-w-[460px]" />
      <div className={`pt-14 ${row}`}>
        <CardSkeletons count={8} />
      </div>
    </div>
  )
}

function ProductOutline() {
  return (
    <div aria-hidden="true" className="wrap grid gap-8 pt-14 md:grid-cols-2">
      <div className="bone aspect-square rounded-lg!" />
      <div className="grid content-start gap-4">
        <div className="bone h-5 w-24" />
        <div className="bone h-12 w-4/5" />
        <div className="bone h-5 w-full" />
        <div className="bone mt-4 h-11 w-1/2" />
        <div className="bone mt-4 h-48 w-full" />
        <div className="bone h-14 w-full" />
      </div>
    </div>
  )
}
