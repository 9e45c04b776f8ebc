import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-order-change.ts'
import * as sayLine from '#words/admin-manual-order.ts'
import type { ChangePreview } from '../../../data/orders/order-change.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import type { ChangeDraft } from './change-draft.ts'

type ChangeLinesProps = {
  order: FullOrder
  draft: ChangeDraft
  preview: ChangePreview | undefined
  wrong: ReadonlySet<string>
  onDraft: (draft: ChangeDraft) => void
}

const rupees = (amount: number | string) => formatRupees(toPaise(amount))

/** The lines of the order and those that are added, each with its new price. */
export function ChangeLines({ order, draft, preview, wrong, onDraft }: ChangeLinesProps) {
  const setQuantity = (id: string, quantity: string | null) => onDraft({ ...draft, quantities: { ...draft.quantities, [id]: quantity } })
  const setAdded = (added: ChangeDraft['added']) => onDraft({ ...draft, added })
  return (
    <table aria-label={say.lines} className="grid-table">
      <thead>
        <tr>
          <th scope="col">{say.product}</th>
          {[say.quantity, say.unitPrice, say.lineTotal].map((head) => (
            <th key={head} scope="col" className="end">
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{say.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {order.order_items.map((item) => {
          const quantity = draft.quantities[item.id] ?? null
          const row = preview?.lines.find(({ item_id }) => item_id === item.id)
          const price = row?.unit_price ?? item.unit_price
          const touched = quantity !== null && (quantity.trim() !== String(item.quantity) || toPaise(price) !== toPaise(item.unit_price))
          return (
            <Row
              key={item.id}
              name={item.product_name}
              mark={quantity === null ? say.removed : touched ? say.was(item.quantity, rupees(item.unit_price)) : null}
              quantity={quantity}
              price={price}
              total={row?.total ?? (touched ? null : item.total)}
              wrong={wrong.has(item.id)}
              onQuantity={(text) => setQuantity(item.id, text)}
              onRemove={() => setQuantity(item.id, null)}
              onKeep={() => setQuantity(item.id, String(item.quantity))}
            />
          )
        })}
        {draft.added.map(({ product, quantity }) => {
          const row = preview?.lines.find(({ item_id, product_id }) => item_id === null && product_id === product.id)
          return (
            <Row
              key={product.id}
              name={product.name}
              mark={say.isNew}
              quantity={quantity}
              price={row?.unit_price ?? null}
              total={row?.total ?? null}
              wrong={wrong.has(product.id)}
              onQuantity={(text) => setAdded(draft.added.map((line) => (line.product.id === product.id ? { ...line, quantity: text } : line)))}
              onRemove={() => setAdded(draft.added.filter((line) => line.product.id !== product.id))}
            />
          )
        })}
      </tbody>
    </table>
  )
}

type RowProps = {
  name: string
  /** what is different about the line */
  mark: string | null
  /** null: removed */
  quantity: string | null
  /** in rupees; null until it is known */
  price: number | string | null
  total: number | string | null
  wrong: boolean
  onQuantity: (text: string) => void
  onRemove: () => void
  onKeep?: () => void
}

function Row({ name, mark, quantity, price, total, wrong, onQuantity, onRemove, onKeep }: RowProps) {
  return (
    <tr>
      <td data-first>
        <span className="grid min-w-0 text-left [overflow-wrap:anywhere]">
          <span className={quantity === null ? 'line-through' : 'font-semibold'}>{name}</span>
          {mark === null ? null : <span className="text-ink-2">{mark}</span>}
        </span>
      </td>
      <td className="end" data-label={say.quantity}>
        {quantity === null ? (
          '0'
        ) : (
          <input
            aria-label={sayLine.quantityOf(name)}
            aria-invalid={wrong ? true : undefined}
            title={wrong ? say.quantityWrong : undefined}
            className={`box w-[84px] text-right ${wrong ? 'border-cancelled!' : ''}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={quantity}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onQuantity(event.target.value)}
          />
        )}
      </td>
      <td className="end" data-label={say.unitPrice}>
        {price === null || quantity === null ? '–' : rupees(price)}
      </td>
      <td className="end font-semibold" data-label={say.lineTotal}>
        {total === null || quantity === null ? '–' : rupees(total)}
      </td>
      <td className="end max-md:justify-end!">
        {quantity === null ? (
          <button type="button" className="ctl" aria-label={say.keep(name)} onClick={onKeep}>
            {say.keepShort}
          </button>
        ) : (
          <button type="button" className="ctl ctl-quiet ctl-square" aria-label={sayLine.removeLine(name)} onClick={onRemove}>
            <Icon name="close" size={16} />
          </button>
        )}
      </td>
    </tr>
  )
}
