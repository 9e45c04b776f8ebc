const looks: Record<string, string> = {
  pending: 'bg-pending-tint text-pending',
  processing: 'bg-processing-tint text-processing',
  shipped: 'bg-shipped-tint text-shipped',
  delivered: 'bg-delivered-tint text-delivered',
  cancelled: 'bg-cancelled-tint text-cancelled',
}

/** The status of an order: dot, word and tint; an unknown status is grey. */
export function StatusBadge({ status }: { status: string }) {
  const look = looks[status] ?? 'bg-sunken text-ink-2'
  return (
    <span
      className={`inline-flex items-center gap-[7px] whitespace-nowrap rounded-full py-[3px] pl-[10px] pr-3 text-sm font-semibold capitalize leading-[1.4] ${look}`}
    >
      <span aria-hidden="true" className="size-[7px] rounded-full bg-current" />
      {status}
    </span>
  )
}
