import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as say from '#words/products.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { FilterDrawerProps } from './filter-drawer-props.ts'

/** The open drawer. Every way to close it closes the native dialog, which gives the focus back to the button that opened it. */
export default function FilterDialog({ total, more, clear, onClose, children }: Omit<FilterDrawerProps, 'count'> & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog ref={dialog} aria-label={say.filters} className="drawer" onClose={onClose} onClick={(event) => event.target === dialog.current && close()}>
      <div className="grid h-full grid-rows-[auto_1fr_auto]">
        <div className="flex items-center justify-between border-b border-line py-3 pr-3 pl-5">
          <h2 className="text-2xl">{say.filters}</h2>
          <button type="button" aria-label={say.closeFilters} onClick={close} className="grid size-11 place-items-center rounded-sm hover:bg-plum-50">
            <Icon name="close" />
          </button>
        </div>
        <div className="filters overflow-y-auto overscroll-contain px-5 py-[18px]">{children}</div>
        <div className="grid grid-cols-[auto_1fr] gap-[10px] border-t border-line bg-surface px-5 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
          <Link to={clear} preventScrollReset className={buttonClass({ variant: 'quiet', className: 'px-3!' })}>
            {say.clearAll}
          </Link>
          <Button variant="primary" onClick={close}>
            <span className="num">{say.showTotal(total, more)}</span>
          </Button>
        </div>
      </div>
    </dialog>
  )
}
