import { lazy, Suspense, useState } from 'react'
import * as say from '#words/products.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Drawing } from '../../ui/pictures/icon.tsx'

// Most visitors never open it.
import type { FilterDrawerProps } from './filter-drawer-props.ts'

const FilterDialog = lazy(() => import('./filter-dialog.tsx'))

/**
 * On small screens the filters open in a drawer from the right. It is a native modal dialog; without scripts the same button leads to the form at #filters.
 * Choices apply at once, so the count on its button is always current.
 */
export function FilterDrawer({ count, total, more, clear, children }: FilterDrawerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <a
        href="#filters"
        aria-label={count === 0 ? say.filters : say.filtersChosen(count)}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
        className={buttonClass({ variant: 'second', size: 'card', className: 'w-full' })}
      >
        <Drawing size={20}>
          <path d="M4 7h9M18 7h2M4 17h3M12 17h8" />
          <circle cx="15.5" cy="7" r="2.5" />
          <circle cx="9.5" cy="17" r="2.5" />
        </Drawing>
        {say.filters}
        {count > 0 ? (
          <span aria-hidden="true" className="num h-5 min-w-5 rounded-full bg-plum-600 px-[6px] text-2xs leading-[21px] font-[650] text-white">
            {count}
          </span>
        ) : null}
      </a>
      {open ? (
        <Suspense>
          <FilterDialog total={total} more={more} clear={clear} onClose={() => setOpen(false)}>
            {children}
          </FilterDialog>
        </Suspense>
      ) : null}
    </>
  )
}
