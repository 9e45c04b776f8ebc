/** The handle for dragging a row with a pointer. Keyboard and touch users have the arrows beside it, so it is not a button and is hidden on phones. */
export function DragHandle({ title, onDrag }: { title: string; onDrag: (dragging: boolean) => void }) {
  return (
    <span
      draggable
      title={title}
      className="hidden cursor-grab self-stretch place-items-center px-1 text-ink-3 md:grid"
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      <svg viewBox="0 0 8 14" aria-hidden="true" className="h-[14px]" fill="currentColor">
        <path d="M0 0h2.500v2.500H0zM5.500 0H8v2.500H5.500zM0 5.750h2.500v2.500H0zM5.500 5.750H8v2.500H5.500zM0 11.500h2.500V14H0zM5.500 11.500H8V14H5.500z" />
      </svg>
    </span>
  )
}
