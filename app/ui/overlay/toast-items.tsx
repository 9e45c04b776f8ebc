import { Link } from 'react-router'
import * as say from '#words/ui.ts'
import { dismissToast } from './toast.ts'
import type { Toast } from './toast.ts'

const actionLook = 'flex-none cursor-pointer rounded-sm px-3 py-2 font-semibold text-marigold-500 underline-offset-4 hover:underline'

function ToastItem({ item }: { item: Toast }) {
  const { action } = item
  return (
    <li className="pointer-events-auto flex items-center gap-3 rounded-sm bg-plum-900 py-[10px] pl-[18px] pr-2 text-white shadow-2 starting:translate-y-2 starting:opacity-0 transition duration-[240ms] motion-reduce:transition-none">
      <span
        aria-hidden="true"
        className={`size-2 flex-none rounded-full ${item.tone === 'error' ? 'bg-rose-500' : item.tone === 'success' ? 'bg-leaf-100' : 'bg-marigold-500'}`}
      />
      <span className="min-w-0 flex-1 py-1 leading-[1.35]">
        <span className="block font-[550]">{item.title}</span>
        {item.description ? <span className="block text-sm text-plum-100">{isolated(item.description, item.name)}</span> : null}
      </span>
      {action && 'to' in action ? (
        <Link to={action.to} className={actionLook} onClick={() => dismissToast(item.id)}>
          {action.label}
        </Link>
      ) : action ? (
        <button
          type="button"
          className={actionLook}
          onClick={() => {
            dismissToast(item.id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={say.dismiss}
        onClick={() => dismissToast(item.id)}
        className="grid size-9 flex-none cursor-pointer place-items-center rounded-sm text-plum-100 hover:bg-plum-700"
      >
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
          <path d="m4 4 8 8M12 4l-8 8" />
        </svg>
      </button>
    </li>
  )
}

/** A name may be written right to left; isolated, it cannot change the direction of the text around it. */
function isolated(text: string, name = text) {
  const [before, ...after] = text.split(name)
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after.join(name)}
    </>
  )
}

export default function ToastItems({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <ol className="grid gap-2">
      {toasts.map((item) => (
        <ToastItem key={item.id} item={item} />
      ))}
    </ol>
  )
}
