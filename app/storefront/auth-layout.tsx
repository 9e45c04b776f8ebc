import { useRef } from 'react'
import { Link, Outlet } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { useSettings } from '../data/shop/use-settings.ts'
import { useErrorOfMissingCode } from '../navigation/missing-code.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { useFocusOnNewPage } from './shell/navigation-signs.tsx'

const ARCH =
  'M3 150V60A14 14 0 0 1 9 38A14 14 0 0 1 23 20.5A13 13 0 0 1 40 9.5C45 8.5 48.6 5 50 0C51.4 5 55 8.5 60 9.5A13 13 0 0 1 77 20.5A14 14 0 0 1 91 38A14 14 0 0 1 97 60V150Z'

/** In the low strip on a phone or a tablet, the bottle and the lipstick stay whole; only the windows behind them are cut off. */
const PICTURE =
  'absolute bottom-0 left-1/2 h-[360px] w-[257px] -translate-x-1/2 overflow-visible md:h-[535px] md:w-[382px] lg:left-0 lg:size-full lg:translate-x-0'

/** The layout of the sign-in pages: name, tagline, a way back, and the form in the middle. */
export default function AuthLayout() {
  useErrorOfMissingCode()
  const { storeName } = useSettings()
  const content = useRef<HTMLElement>(null)
  useFocusOnNewPage(content)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,.95fr)_minmax(0,1fr)] lg:grid-rows-none">
      <Door />
      <main ref={content} tabIndex={-1} className="grid content-start justify-items-center px-5 pt-7 pb-12 outline-none lg:content-center">
        <header className="grid justify-items-center gap-2">
          <Link to="/" className="rounded-xs">
            <Wordmark name={storeName} />
          </Link>
          <p className="text-sm text-ink-2">{say.tagline}</p>
        </header>
        <div className="mt-7 w-full max-w-[420px]">
          <Outlet />
        </div>
      </main>
    </div>
  )
}

/** Three cusped windows, one behind the other, and the objects on the sill. It is an inline drawing and costs no request. */
function Door() {
  return (
    <div aria-hidden="true" className="relative h-[148px] overflow-hidden bg-plum-900 md:h-[220px] lg:h-auto">
      <svg viewBox="0 0 400 560" preserveAspectRatio="xMidYMax slice" className={PICTURE}>
        <defs>
          <radialGradient id="door-glow" cx=".5" cy=".7" r=".7">
            <stop offset="0" stopColor="#a8507e" />
            <stop offset="1" stopColor="#4d1a3a" />
          </radialGradient>
          <linearGradient id="door-gold" x1="0" x2="1">
            <stop offset="0" stopColor="#8a5a00" />
            <stop offset=".4" stopColor="#f6d98a" />
            <stop offset="1" stopColor="#a06a10" />
          </linearGradient>
          <linearGradient id="door-glass" x1="0" x2="1">
            <stop offset="0" stopColor="#e9a3b8" />
            <stop offset=".5" stopColor="#f7d3dc" />
            <stop offset="1" stopColor="#c9718f" />
          </linearGradient>
          <linearGradient id="door-dark" x1="0" x2="1">
            <stop offset="0" stopColor="#120509" />
            <stop offset=".35" stopColor="#4a3038" />
            <stop offset="1" stopColor="#12060a" />
          </linearGradient>
          <linearGradient id="door-red" x1="0" x2="1">
            <stop offset="0" stopColor="#8f1f3f" />
            <stop offset=".5" stopColor="#d54b6c" />
            <stop offset="1" stopColor="#7c1633" />
          </linearGradient>
        </defs>
        <path d={ARCH} transform="translate(35 66) scale(3.3)" fill="#471634" />
        <path d={ARCH} transform="translate(62 116) scale(2.76 2.96)" fill="#5c2046" stroke="#c9a4b6" strokeOpacity=".35" strokeWidth=".5" />
        <path d={ARCH} transform="translate(90 168) scale(2.2 2.6)" fill="url(#door-glow)" stroke="#e7c4d2" strokeOpacity=".5" strokeWidth=".5" />
        <path d="M-600 478h1600v82H-600z" fill="#2a0b1f" />
        <ellipse cx="200" cy="482" rx="128" ry="20" fill="#5b1c43" />
        <path d="M72 482v34c0 11 57 20 128 20s128-9 128-20v-34c0 11-57 20-128 20s-128-9-128-20Z" fill="#3d1030" />
        <path d="M72 490c0 11 57 20 128 20s128-9 128-20v4c0 11-57 20-128 20s-128-9-128-20Z" fill="url(#door-gold)" />
        <g transform="translate(120 352)">
          <path d="M22 0c9 8 13 15 13 22 0 8-6 13-13 13S9 30 9 22C9 15 13 8 22 0Z" fill="url(#door-gold)" />
          <path d="M12 34h20v14H12z" fill="url(#door-gold)" />
          <path d="M8 48h28c16 10 22 24 22 44v24c0 8-6 14-14 14H0c-8 0-14-6-14-14V92c0-20 6-34 22-44Z" fill="url(#door-glass)" />
          <path d="M-14 88h72v28c0 8-6 14-14 14H0c-8 0-14-6-14-14Z" fill="#c4577b" fillOpacity=".45" />
          <path d="M-4 76c2-10 6-17 12-22" stroke="#fff" strokeOpacity=".7" strokeWidth="3" strokeLinecap="round" fill="none" />
        </g>
        <g transform="translate(214 340)">
          <path d="M4 62V22C4 10 16 2 34-6v68Z" fill="url(#door-red)" />
          <path d="M0 62h38v26H0z" fill="url(#door-gold)" />
          <path d="M-4 88h46v60c0 3-46 3-46 0Z" fill="url(#door-dark)" />
        </g>
        <g transform="translate(268 412)">
          <path d="M0 6C0-2 46-2 46 6v66c0 4-46 4-46 0Z" fill="url(#door-dark)" />
        </g>
        <g fill="#e88ba2">
          <path d="M96 528c12-10 26-8 34-2-8 9-22 12-34 2Z" />
          <path d="M248 544c10-9 22-8 30-2-8 8-20 10-30 2Z" fillOpacity=".8" />
          <path d="M330 520c8-12 20-12 28-7-5 9-16 14-28 7Z" fillOpacity=".9" />
        </g>
      </svg>
    </div>
  )
}
