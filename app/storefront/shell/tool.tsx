/** The style of an icon in the header: a 44 px target, whatever is inside. */
export const toolClass = 'relative grid h-11 w-9 place-items-center rounded-sm text-plum-900 hover:bg-plum-50 md:w-10 lg:w-11'

/** A number on an icon. Nothing at 0; the control's own label contains the number in words. */
export function CountBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className={`num absolute h-[18px] min-w-[18px] rounded-full bg-rose-600 px-[5px] text-center text-[12px] leading-[19px] font-[650] text-white ${className}`}
    >
      {count > 999 ? '999+' : count}
    </span>
  )
}
