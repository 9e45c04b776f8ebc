import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as say from '#words/products.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Drawing, Icon } from '../../ui/icon.tsx'

/**
 * On small screens the filters open in a drawer from the right. It is a native modal dialog; without scripts the same button leads to the form at #filters.
 * Choices apply at once, so the count on its button is always current.
 */
export function FilterDrawer({ count, total, clear, children }: { count: number; total: number; clear: string; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  const label = count === 0 ? say.filters : say.filtersChosen(count)
  return (
    <>
      <a
        href="#filters"
        aria-label={label}
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
          <span aria-hidden="true" className="num h-5 min-w-5 rounded-full bg-plum-600 px-[6px] text-[12px] leading-[21px] font-[650] text-white">
            {count}
          </span>
        ) : null}
      </a>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key */}
      <dialog
        ref={dialog}
        aria-label={say.filters}
        className="drawer"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && setOpen(false)}
      >
        <div className="grid h-full grid-rows-[auto_1fr_auto]">
          <div className="flex items-center justify-between border-b border-line py-3 pr-3 pl-5">
            <h2 className="text-2xl">{say.filters}</h2>
            <button
              type="button"
              aria-label={say.closeFilters}
              onClick={() => setOpen(false)}
              className="grid size-11 place-items-center rounded-sm hover:bg-plum-50"
            >
              <Icon name="close" />
            </button>
          </div>
          <div className="filters overflow-y-auto overscroll-contain px-5 py-[18px]">{open ? children : null}</div>
          <div className="grid grid-cols-[auto_1fr] gap-[10px] border-t border-line bg-surface px-5 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
            <Link to={clear} preventScrollReset className={buttonClass({ variant: 'quiet', className: 'px-3!' })}>
              {say.clearAll}
            </Link>
            <Button variant="primary" onClick={() => setOpen(false)}>
              <span className="num">{say.showTotal(total)}</span>
            </Button>
          </div>
        </div>
      </dialog>
    </>
  )
}
