import * as say from '#words/returns.ts'
import { receiveReturn } from '../../../data/orders/returns.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { countOf, CountTable } from './count-table.tsx'
import { settle } from './step.ts'
import type { StepDialogProps } from './step.ts'
import { StepForm } from './step-form.tsx'

/** What became of each piece: restocked, damaged or missing. */
export function ReceiveDialog({ one, names, onClose, onDone }: StepDialogProps) {
  const form = useSubmit(() => say.notSaved)
  const lines = one.return_lines.map(({ order_item_id: id, quantity }) => ({ id, name: names.get(id) ?? '', quantity, hint: say.expected(quantity) }))
  const most = (place: number) => lines[place]?.quantity ?? 0
  return (
    <StepForm
      form={form}
      wide
      title={say.receiveTitle}
      intro={say.receiveText}
      submit={say.receiveSend}
      onClose={onClose}
      read={(data) => {
        const counted = lines.map(({ id, name, quantity }) => ({
          item: id,
          name,
          quantity,
          restocked: countOf(data, `restocked-${id}`) ?? -1,
          damaged: countOf(data, `damaged-${id}`) ?? -1,
          lost: countOf(data, `lost-${id}`) ?? -1,
        }))
        const wrong = counted.find(
          (line) => Math.min(line.restocked, line.damaged, line.lost) < 0 || line.restocked + line.damaged + line.lost !== line.quantity,
        )
        if (wrong) return { message: say.sumWrong(wrong.name, wrong.quantity) }
        const received = counted.map(({ item, restocked, damaged, lost }) => ({ item, restocked, damaged, lost }))
        return async () => settle(await receiveReturn(one, received), say.received, onDone)
      }}
    >
      <CountTable
        lines={lines}
        columns={[
          { name: 'restocked', label: say.restocked, labelOf: say.restockedOf, of: most, most },
          { name: 'damaged', label: say.damaged, labelOf: say.damagedOf, of: () => 0, most },
          { name: 'lost', label: say.lost, labelOf: say.lostOf, of: () => 0, most },
        ]}
      />
    </StepForm>
  )
}
