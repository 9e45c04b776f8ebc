import { useState } from 'react'
import type { DragEvent } from 'react'
import * as say from '#words/admin-categories.ts'
import type { AdminCategory } from '../../data/admin/products/categories.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { DragHandle } from '../ui/drag-handle.tsx'
import { childrenOf, drop, productsWithin, step, type Arrangement, type Zone } from './arrange.ts'

type Acts = {
  onArrange: (id: string, wanted: Arrangement) => void
  onEdit: (category: AdminCategory) => void
  onAdd: (parentId: string) => void
  onDelete: (category: AdminCategory) => void
}
type Over = { id: string; zone: Zone } | null

/** Nested lists. The arrows and the form's "Parent category" do the same as dragging. */
export function CategoryTree({ categories, ...acts }: { categories: AdminCategory[] } & Acts) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<Over>(null)

  /** The upper and lower quarter of a row mean before and after it; its middle means into it. */
  function zoneOf(event: DragEvent<HTMLElement>): Zone {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const at = (event.clientY - top) / height
    return at < 0.25 ? 'before' : at > 0.75 ? 'after' : 'into'
  }

  const level = (parentId: string | null, depth: number) => {
    const siblings = childrenOf(categories, parentId)
    if (siblings.length === 0) return null
    return (
      <ul className={depth === 0 ? '' : 'border-l border-line pl-4 md:ml-6 md:pl-6'}>
        {siblings.map((category) => (
          <li key={category.id}>
            <div
              data-over={over?.id === category.id ? over.zone : undefined}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm py-2 data-[over=after]:shadow-[inset_0_-2px_0_var(--plum-600)] data-[over=before]:shadow-[inset_0_2px_0_var(--plum-600)] data-[over=into]:bg-plum-50"
              onDragOver={(event) => {
                const zone = zoneOf(event)
                if (dragged === null || !drop(categories, dragged, category.id, zone)) return
                event.preventDefault()
                if (over?.id !== category.id || over.zone !== zone) setOver({ id: category.id, zone })
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => {
                event.preventDefault()
                const wanted = dragged === null ? null : drop(categories, dragged, category.id, zoneOf(event))
                if (dragged !== null && wanted) acts.onArrange(dragged, wanted)
                setDragged(null)
                setOver(null)
              }}
            >
              <CategoryRow
                category={category}
                products={productsWithin(categories, category.id)}
                up={step(categories, category.id, -1)}
                down={step(categories, category.id, 1)}
                onDrag={setDragged}
                {...acts}
              />
            </div>
            {level(category.id, depth + 1)}
          </li>
        ))}
      </ul>
    )
  }
  return <div className="rounded-md border border-line bg-surface px-3 py-1 md:px-5">{level(null, 0)}</div>
}

const small = 'grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-sunken hover:text-ink disabled:opacity-30'

function CategoryRow({
  category,
  products,
  up,
  down,
  onDrag,
  onArrange,
  onEdit,
  onAdd,
  onDelete,
}: { category: AdminCategory; products: number; up: Arrangement | null; down: Arrangement | null; onDrag: (id: string | null) => void } & Acts) {
  const { id, name } = category
  return (
    <>
      <DragHandle title={say.drag(name)} onDrag={(dragging) => onDrag(dragging ? id : null)} />
      <span className="w-11 flex-none">
        <Picture src={category.image_url} alt="" width={44} height={44} sizes="44px" className="rounded-sm" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">
          {name}
          {category.name_hi ? (
            <span lang="hi" className="ml-2 font-normal text-ink-2">
              {category.name_hi}
            </span>
          ) : null}
        </p>
        <p className="truncate text-sm text-ink-2">
          <span className="num">{say.products(products)}</span> · {category.slug}
        </p>
      </div>
      <div className="flex flex-none items-center max-md:basis-full max-md:justify-end">
        <button type="button" className={small} aria-label={say.moveUp(name)} disabled={!up} onClick={() => up && onArrange(id, up)}>
          <Icon name="down" size={18} className="rotate-180" />
        </button>
        <button type="button" className={small} aria-label={say.moveDown(name)} disabled={!down} onClick={() => down && onArrange(id, down)}>
          <Icon name="down" size={18} />
        </button>
        <TextButton label={say.addBelow(name)} text={say.addShort} onClick={() => onAdd(id)} />
        <TextButton label={say.edit(name)} text={say.editShort} onClick={() => onEdit(category)} />
        <TextButton label={say.remove(name)} text={say.removeShort} onClick={() => onDelete(category)} />
      </div>
    </>
  )
}

function TextButton({ label, text, onClick }: { label: string; text: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-9 touch:min-h-11 rounded-sm px-[10px] text-sm font-medium text-plum-600 hover:bg-plum-50"
    >
      {text}
    </button>
  )
}
