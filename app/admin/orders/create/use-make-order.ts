import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/admin-manual-order.ts'
import { createOrder } from '../../../data/admin/orders/manual-order.ts'
import type { ManualQuote } from '../../../data/admin/orders/manual-order.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { orderPath } from '../../paths.ts'
import { keepDraft, orderBody } from './draft.ts'
import type { Draft, DraftErrors } from './draft.ts'
import { refusalWords } from './refusal-words.ts'
import type { OrderProblem } from './refusal-words.ts'

const NOTHING: OrderProblem = { message: null, fields: {}, lines: [] }

type State = { attempt: number; making: boolean; /** the id of the order that was made */ made: string | null; problem: OrderProblem }

/** Sends the order once for each key, and reports the result; on success it opens the order's page. */
export function useMakeOrder(onRefused: (code: string) => void) {
  const navigate = useNavigate()
  const [state, setState] = useState<State>({ attempt: 0, making: false, made: null, problem: NOTHING })
  const { made } = state
  const showProblem = (problem: OrderProblem) => setState((was) => ({ attempt: was.attempt + 1, making: false, made: null, problem }))

  // Navigates after the render in which nothing is unfinished, so that the leave guard does not ask.
  useEffect(() => {
    if (made !== null) void navigate(orderPath(made))
  }, [made, navigate])

  async function make(draft: Draft, errors: DraftErrors, quote: ManualQuote | undefined) {
    if (state.making || made !== null) return
    if (Object.keys(errors).length > 0) return showProblem(NOTHING)
    if (!quote) return showProblem({ ...NOTHING, message: say.stillCounting })
    setState((was) => ({ ...was, making: true, problem: NOTHING }))
    const created = await createOrder(draft.key, orderBody(draft, { lines: quote.lines, total: quote.totals.total_amount }))
    if (created.kind !== 'created') {
      showProblem(refusalWords(created))
      onRefused(created.kind === 'refused' ? created.code : created.kind)
      return
    }
    keepDraft(null)
    setState((was) => ({ ...was, making: false, made: created.orderId }))
    toast({ title: say.created(created.orderId.slice(0, 8)), tone: 'success' })
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => typeof first === 'string' && first.startsWith('admin') })
  }

  /** A reported problem no longer applies once the draft changes. */
  const forget = () => setState((was) => (was.problem === NOTHING ? was : { ...was, problem: NOTHING }))
  return { ...state, done: made !== null, make, forget }
}
