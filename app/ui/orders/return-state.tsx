import type { ReturnState as State } from '#domain/orders/returns.ts'
import * as say from '#words/returns.ts'

const LOOKS: Record<State, string> = {
  requested: 'bg-pending-tint text-pending',
  approved: 'bg-processing-tint text-processing',
  received: 'bg-shipped-tint text-shipped',
  closed: 'bg-delivered-tint text-delivered',
  declined: 'bg-cancelled-tint text-cancelled',
  withdrawn: 'bg-sunken text-ink-2',
}

export function ReturnState({ state }: { state: State }) {
  return <span className={`inline-block rounded-full px-3 py-[3px] text-sm font-semibold whitespace-nowrap ${LOOKS[state]}`}>{say.states[state]}</span>
}
