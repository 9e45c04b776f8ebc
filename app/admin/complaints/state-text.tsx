import * as say from '#words/admin-complaints.ts'
import type { ComplaintState } from '../../data/admin/customers/complaints.ts'

const LOOKS: Record<ComplaintState, string> = {
  open: 'bg-pending-tint text-pending',
  answered: 'bg-processing-tint text-processing',
  closed: 'bg-delivered-tint text-delivered',
}

export function StateText({ state }: { state: ComplaintState }) {
  return <span className={`inline-block rounded-full px-3 py-[3px] font-semibold whitespace-nowrap ${LOOKS[state]}`}>{say.states[state]}</span>
}
