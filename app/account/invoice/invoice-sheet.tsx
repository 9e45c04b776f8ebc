import { formatRupees } from '#domain/money.ts'
import type { InvoiceContent, Party } from '#domain/invoice-content.ts'
import * as say from '#words/invoice.ts'
import { LineList, LineTable } from './invoice-lines.tsx'

/** The same document as the PDF, as a page. */
export function InvoiceSheet({ content }: { content: InvoiceContent }) {
  return (
    <article className="sheet num rounded-md border border-line bg-surface p-5 md:p-10 print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-6 border-b border-line pb-6">
        <div>
          <h1 className="text-3xl">{content.title}</h1>
          {content.number ? <p className="mt-1 text-lg font-semibold">{content.number}</p> : null}
          <p className="mt-1 text-ink-2">{say.datedOrder(content.date, content.order.label)}</p>
        </div>
        <PartyBlock title={say.supplier} party={content.supplier} />
      </header>
      <div className="grid gap-6 py-6 md:grid-cols-2">
        <PartyBlock title={say.recipient} party={content.recipient} />
        <dl className="grid content-start grid-cols-[auto_1fr] gap-x-5 gap-y-1">
          <dt className="text-ink-2">{say.placeOfSupply}</dt>
          <dd>
            {content.placeOfSupply.name} ({content.placeOfSupply.code})
          </dd>
          <dt className="text-ink-2">{say.reverseCharge}</dt>
          <dd>{content.reverseCharge}</dd>
          {content.payment ? (
            <>
              <dt className="text-ink-2">{say.payment}</dt>
              <dd>
                {content.payment.method}
                {content.payment.state === content.payment.method ? '' : `, ${content.payment.state}`}
              </dd>
            </>
          ) : null}
          {content.order.courier ? (
            <>
              <dt className="text-ink-2">{say.sentBy}</dt>
              <dd>
                {content.order.courier} {content.order.trackingNumber}
              </dd>
            </>
          ) : null}
        </dl>
      </div>
      <LineTable content={content} />
      <LineList content={content} />
      <Amounts content={content} />
      {content.notes.length > 0 ? (
        <ul className="mt-8 grid gap-1 text-sm text-ink-2">
          {content.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </article>
  )
}

function PartyBlock({ title, party }: { title: string; party: Party }) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-ink-2">{title}</p>
      <p className="font-semibold">{party.name}</p>
      {party.lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
      {party.gstin ? <p>{say.gstin(party.gstin)}</p> : null}
    </div>
  )
}

function Amounts({ content: { amounts, heads } }: { content: InvoiceContent }) {
  if (!amounts) return null
  const rows: [string, number][] = [
    [say.taxableValueOfGoods, amounts.goodsTaxable],
    ...(amounts.delivery ? [[say.deliveryTaxableValue, amounts.delivery.taxable] as [string, number]] : []),
    ...heads.map((column): [string, number] => [column.name, amounts.heads[column.key]]),
  ]
  return (
    <div className="mt-6 grid gap-6 md:grid-cols-[1fr_340px]">
      <p className="text-pretty text-ink-2">
        {say.amountInWords}
        <span className="block text-ink">{amounts.inWords}</span>
      </p>
      <dl className="grid gap-y-2">
        {rows.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-display text-xl text-plum-900">{say.total}</dt>
          <dd className="text-xl font-[650]">{formatRupees(amounts.total)}</dd>
        </div>
      </dl>
    </div>
  )
}
