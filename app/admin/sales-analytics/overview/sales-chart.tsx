import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-analytics.ts'
import { ordersPath } from '../../paths.ts'
import { shortNumber, ticksTo } from './axis.ts'
import type { Bucket } from './buckets.ts'
import { valueOf } from '../figure-values.ts'
import { count, daysText, isMoney, valueText } from '../figure-texts.ts'
import type { Kind } from '../figure-texts.ts'

/** The plot is 1 unit wide per step and this high; the browser scales it to fit, so the labels are outside of it to stay undistorted. */
const HEIGHT = 100

/**
 * Bars for these days, a dashed line for the previous period. Each step is a link to its orders; one of them is in the tab order, and the arrow keys move
 * between them. A bar's value is also in its label, and all values are in the table (bucket-table.tsx).
 */
export function SalesChart({ buckets, kind, label }: { buckets: readonly Bucket[]; kind: Kind; label: string }) {
  const [current, setCurrent] = useState<number | null>(null)
  const room = useRef<HTMLDivElement>(null)
  const steps = buckets.map((bucket) => ({ bucket, now: valueOf(kind, bucket.this), before: valueOf(kind, bucket.before) }))
  const unit = isMoney(kind) ? 100 : 1
  const ticks = ticksTo(Math.max(...steps.flatMap(({ now, before }) => [now, before])) / unit, !isMoney(kind))
  const highest = (ticks.at(-1) ?? 1) * unit
  const yOf = (value: number) => HEIGHT - (value / highest) * HEIGHT
  const stop = current ?? steps.findLastIndex(({ bucket }) => bucket.days !== null)
  const shown = current === null ? undefined : steps[current]

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: steps.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    room.current?.querySelector<HTMLElement>(`[data-step="${Math.min(Math.max(to, 0), steps.length - 1)}"]`)?.focus()
  }

  return (
    <figure className="min-w-0" aria-label={label}>
      <div className="flex gap-2">
        <div aria-hidden="true" className="relative w-[46px] flex-none text-right text-xs text-ink-2">
          {ticks.map((tick) => (
            <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: `${yOf(tick * unit)}%` }}>
              {isMoney(kind) && tick > 0 ? '₹' : ''}
              {shortNumber(tick)}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the arrows from the links within */}
        <div
          ref={room}
          role="group"
          aria-label={say.chartHelp}
          className="relative h-[220px] min-w-0 flex-1"
          onKeyDown={onKeyDown}
          onPointerLeave={() => setCurrent(null)}
        >
          <svg viewBox={`0 0 ${steps.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
            {ticks.map((tick) => (
              <path key={tick} d={`M0 ${yOf(tick * unit)}H${steps.length}`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
            ))}
            {steps.map(({ bucket, now }, place) => (
              <rect
                key={place}
                x={place + 0.14}
                width={0.72}
                y={yOf(now)}
                height={Math.max(HEIGHT - yOf(now), 0)}
                fill="var(--plum-500)"
                fillOpacity={bucket.open ? 0.2 : place === current ? 1 : 0.7}
                stroke={bucket.open && now > 0 ? 'var(--plum-500)' : 'none'}
                strokeDasharray="4 3"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <polyline
              points={steps.flatMap(({ bucket, before }, place) => (bucket.beforeDays ? [`${place + 0.5},${yOf(before).toFixed(2)}`] : [])).join(' ')}
              fill="none"
              stroke="var(--ink-2)"
              strokeWidth="1.5"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <div className="absolute inset-0 flex">
            {steps.map(({ bucket, now, before }, place) => {
              const days = bucket.days ?? bucket.beforeDays
              return days ? (
                <Link
                  key={place}
                  to={ordersPath({ ...days, sales: true })}
                  data-step={place}
                  tabIndex={place === stop ? 0 : -1}
                  aria-label={pointText(bucket, kind, now, before)}
                  onFocus={() => setCurrent(place)}
                  onBlur={() => setCurrent(null)}
                  onPointerEnter={() => setCurrent(place)}
                  className="min-w-0 flex-1 outline-offset-[-2px]"
                />
              ) : null
            })}
          </div>
          {shown && current !== null ? (
            <Tip bucket={shown.bucket} kind={kind} now={shown.now} before={shown.before} at={(current + 0.5) / steps.length} />
          ) : null}
        </div>
      </div>
      <StepNames steps={buckets} />
      <figcaption className="mt-1 flex flex-wrap gap-x-4 pl-[54px] text-xs text-ink-2">
        <Key dash={null}>{say.thisPeriod}</Key>
        <Key dash="4 4">{say.previousPeriod}</Key>
        {buckets.some(({ open }) => open) ? <Key dash="open">{say.openStep}</Key> : null}
      </figcaption>
    </figure>
  )
}

function pointText({ days, beforeDays, this: sums }: Bucket, kind: Kind, now: number, before: number): string {
  const span = days ?? beforeDays
  return `${say.point(span ? daysText(span) : '', valueText(kind, now), say.ordersCount(count(sums.orders), sums.orders === 1), valueText(kind, before))}, ${say.openRows}`
}

/** The first, the last and a few in between: as many as fit on a phone. */
function StepNames({ steps }: { steps: readonly Bucket[] }) {
  const named = steps.filter(({ days }) => days !== null)
  const last = named.length - 1
  const places = last < 1 ? [0] : [...new Set([0, Math.round(last / 3), Math.round((2 * last) / 3), last])]
  return (
    <div aria-hidden="true" className="mt-1 ml-[54px] flex justify-between gap-2 text-xs text-ink-2">
      {places.map((place) => {
        const days = named[place]?.days
        // the year is in the heading of the screen
        return <span key={place}>{days ? daysText({ from: days.from, to: days.from }).slice(0, -6) : ''}</span>
      })}
    </div>
  )
}

function Tip({ bucket, kind, now, before, at }: { bucket: Bucket; kind: Kind; now: number; before: number; at: number }) {
  const rows = [
    ...(bucket.days ? [[daysText(bucket.days), valueText(kind, now)]] : []),
    ...(bucket.beforeDays ? [[daysText(bucket.beforeDays), valueText(kind, before)]] : []),
  ]
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full z-10 mb-1 grid w-max max-w-[min(320px,80vw)] grid-cols-[auto_auto] gap-x-4 rounded-md bg-bar px-3 py-2 text-xs text-white shadow-float"
      style={at < 0.5 ? { left: `${at * 100}%` } : { right: `${(1 - at) * 100}%` }}
    >
      {rows.map(([days, value], place) => (
        <span key={days} className={`contents ${place === 0 ? 'font-semibold' : ''}`}>
          <span>{days}</span>
          <span className="text-right">{value}</span>
        </span>
      ))}
      <span>{say.ordersCount(count(bucket.this.orders), bucket.this.orders === 1)}</span>
      <span className="text-right">↵ {say.openRows}</span>
    </div>
  )
}

function Key({ dash, children }: { dash: string | null; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="18" height="10" aria-hidden="true">
        {dash === '4 4' ? (
          <path d="M0 5h18" stroke="var(--ink-2)" strokeWidth="1.5" strokeDasharray="4 4" />
        ) : (
          <path
            d="M1 1h16v8H1z"
            fill="var(--plum-500)"
            fillOpacity={dash === 'open' ? 0.2 : 0.7}
            stroke={dash === 'open' ? 'var(--plum-500)' : 'none'}
            strokeDasharray="4 3"
          />
        )}
      </svg>
      {children}
    </span>
  )
}
