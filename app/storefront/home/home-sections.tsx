import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { hasDefaultSections } from '#domain/shop/home.ts'
import type { HomePlace, HomeSection } from '#domain/shop/home.ts'

/** These end with a ground of their own, or with room below. */
const CLOSED: readonly HomeSection[] = ['why', 'social']

/** The sections below the hero, in the owner's order. */
export function HomeSections({ places, sections }: { places: readonly HomePlace[]; sections: Record<HomeSection, ReactNode> }) {
  if (hasDefaultSections(places))
    return (
      <>
        {sections.categories}
        <div className="when-near">{sections.products}</div>
        <div className="when-near">
          {sections.why}
          {sections.social}
          {sections.account}
        </div>
      </>
    )
  const shown = places.filter((place) => place.shown).map(({ name }) => name)
  const last = shown.at(-1)
  return (
    <>
      {shown.map((name, at) => {
        const before = shown[at - 1]
        return (
          <Fragment key={name}>
            {name === 'account' && before !== undefined && !CLOSED.includes(before) ? <div className="h-14 lg:h-[104px]" /> : null}
            {sections[name]}
          </Fragment>
        )
      })}
      {last === 'account' || last === 'social' ? null : <div className="h-14 lg:h-[104px]" />}
    </>
  )
}
