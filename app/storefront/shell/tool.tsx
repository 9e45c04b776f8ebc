/** The style of an icon in the header: a 44 px target, whatever is inside. */
export const toolClass = 'relative grid h-11 w-9 place-items-center rounded-sm text-plum-900 hover:bg-plum-50 md:w-10 lg:w-11'

/**
 * A number at the upper right of a centred icon of 22 px, of which it covers a corner of 8 px at most. Nothing at 0; the control's own
 * label contains the number in words.
 */
export function CountBadge({ count, className = 'ring-ground' }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className={`num absolute bottom-[calc(50%+3px)] left-[calc(50%+3px)] h-[18px] min-w-[18px] rounded-full bg-rose-600 px-[5px] text-center text-2xs leading-[19px] font-[650] text-white ring-2 ${className}`}
    >
      {count > 999 ? '999+' : count}
    </span>
  )
}
