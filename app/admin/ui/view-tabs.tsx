import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-list.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { viewOf } from './list-url.ts'
import { countText } from './pager.tsx'
import { useSavedViews } from './saved-views.ts'
import type { View } from './saved-views.ts'

/** The list's own views and those saved on this device; each is an address. `count`: the number of items waiting there, where that is cheap to compute. */
export function ViewTabs({ list, views }: { list: string; views: readonly (View & { count?: number | undefined })[] }) {
  const [params] = useSearchParams()
  const saved = useSavedViews(list)
  const [naming, setNaming] = useState(false)
  const now = viewOf(params)
  const same = (view: View) => viewOf(new URLSearchParams(view.search)) === now
  const known = [...views, ...saved.views].some(same)
  const look = (view: View) =>
    `inline-flex min-h-9 items-center border-b-2 px-1 font-medium whitespace-nowrap touch:min-h-11 ${same(view) ? 'border-accent text-ink font-semibold' : 'border-transparent text-ink-2 hover:text-ink'}`
  return (
    <nav aria-label={say.views} className="no-bar mb-3 flex gap-4 overflow-x-auto border-b border-line">
      {views.map((view) => (
        <Link key={view.name} to={{ search: view.search }} aria-current={same(view) ? 'page' : undefined} className={look(view)}>
          {view.name}
          {view.count === undefined ? null : <span className="pl-[6px] font-normal text-ink-2">{countText(view.count)}</span>}
        </Link>
      ))}
      {saved.views.map((view) => (
        <span key={view.name} className="inline-flex items-center">
          <Link to={{ search: view.search }} aria-current={same(view) ? 'page' : undefined} className={look(view)}>
            {view.name}
          </Link>
          <button
            type="button"
            aria-label={say.removeView(view.name)}
            onClick={() => saved.remove(view.name)}
            className="grid size-7 place-items-center rounded-full text-ink-2 hover:bg-hover"
          >
            <Icon name="close" size={13} />
          </button>
        </span>
      ))}
      {known ? null : (
        <button
          type="button"
          onClick={() => setNaming(true)}
          className="inline-flex min-h-9 touch:min-h-11 items-center gap-1 px-1 font-medium whitespace-nowrap text-plum-600"
        >
          <Icon name="plus" size={14} /> {say.saveView}
        </button>
      )}
      {naming ? (
        <NameView
          onClose={() => setNaming(false)}
          onSave={(name) => {
            saved.save({ name, search: now })
            setNaming(false)
          }}
        />
      ) : null}
    </nav>
  )
}

function NameView({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  return (
    <Dialog open title={say.saveView} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const name = String(new FormData(event.currentTarget).get('view') ?? '').trim()
          if (name !== '') onSave(name.slice(0, 40))
        }}
      >
        <Field label={say.viewName} name="view" hint={say.saveViewText} maxLength={40} required />
        <div className="flex justify-end gap-2">
          <button type="button" className="ctl" onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-main">
            {say.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
