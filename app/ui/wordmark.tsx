/** Shringar with the bindi over its dotless i, शृंगार below. Another store name (a setting) is shown as plain text in the same typeface. */
export function Wordmark({ name, centred = true }: { name: string; centred?: boolean }) {
  const own = name === 'Shringar'
  return (
    <span className={`grid leading-none text-plum-700 ${centred ? 'justify-items-center' : 'justify-items-start'}`}>
      <span className="sr-only">{name}</span>
      <span translate="no" aria-hidden="true" className="mark-la font-display text-[27px] tracking-[.01em] md:text-[30px] lg:text-[36px]">
        {own ? (
          <>
            Shr<span className="mark-i">ı</span>ngar
          </>
        ) : (
          name
        )}
      </span>
      {own ? (
        <span translate="no" aria-hidden="true" lang="hi" className="mark-hi mt-[3px] text-[12px] tracking-[.06em] text-rose-600 lg:text-[14px]">
          शृंगार
        </span>
      ) : null}
    </span>
  )
}
