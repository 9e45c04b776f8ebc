import type { ReactNode } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import type { InvoiceContent, Party } from '#domain/documents/invoice-content.ts'
import { documentRows } from '#domain/documents/invoice-totals.ts'
import * as say from '#words/invoice.ts'
import { QrCode } from '../qr-code.tsx'
import { HsnSummary } from './hsn-summary.tsx'
import { LineList, LineTable } from './invoice-lines.tsx'

type InvoiceSheetProps = { content: InvoiceContent; first: boolean; /** the way to pay the document; null once nothing is due */ pay: ReactNode }

/** The same document as the PDF, as a page. */
export function InvoiceSheet({ content, first, pay }: InvoiceSheetProps) {
  const Heading = first ? 'h1' : 'h2'
  const { against } = content
  return (
    <article
      className={`sheet num rounded-md border border-line bg-surface p-5 md:p-10 print:border-0 print:p-0 ${first ? '' : 'print:break-before-page'}`}
      aria-label={content.number ? `${content.title} ${content.number}` : content.title}
    >
      <header className="flex flex-wrap items-start justify-between gap-6 border-b border-line pb-6">
        <div>
          <Heading className="text-3xl">{content.title}</Heading>
          {content.number ? <p className="mt-1 text-lg font-semibold">{content.number}</p> : null}
          <p className="mt-1 text-ink-2">{say.datedOrder(content.date, content.order.label, content.order.number)}</p>
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
          {against ? (
            <>
              <dt className="text-ink-2">{say.against(against.title)}</dt>
              <dd>{say.numberOfDate(against.number, against.date)}</dd>
            </>
          ) : null}
          {content.reason ? (
            <>
              <dt className="text-ink-2">{say.reason}</dt>
              <dd className="break-words">{content.reason}</dd>
            </>
          ) : null}
          {content.heads.length > 0 ? (
            <>
              <dt className="text-ink-2">{say.reverseCharge}</dt>
              <dd>{content.reverseCharge}</dd>
            </>
          ) : null}
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
      <HsnSummary content={content} />
      <EInvoice einvoice={content.einvoice} />
      {pay}
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

/** The registration with the tax authority: its number, acknowledgement and signed QR code. */
function EInvoice({ einvoice }: Pick<InvoiceContent, 'einvoice'>) {
  if (!einvoice) return null
  return (
    <section aria-label={say.einvoice} className="mt-8 flex flex-wrap items-center gap-5 rounded-md bg-sunken p-4 print:break-inside-avoid">
      <QrCode content={einvoice.signedQr} ecl="L" alt={say.einvoiceCode} size={170} className="flex-none bg-white p-2" />
      <dl className="min-w-0 flex-1 basis-[220px] [overflow-wrap:anywhere]">
        <dt className="text-sm text-ink-2">{say.irn}</dt>
        <dd className="font-semibold">{einvoice.irn}</dd>
        <dt className="mt-2 text-sm text-ink-2">{say.acknowledgement}</dt>
        <dd className="font-semibold">{say.numberOfDate(einvoice.ackNo, einvoice.ackDate)}</dd>
      </dl>
    </section>
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

function Amounts({ content: { amounts, heads, documentType } }: { content: InvoiceContent }) {
  if (!amounts) return null
  return (
    <div className="mt-6 grid gap-6 md:grid-cols-[1fr_340px]">
      <p className="text-pretty text-ink-2">
        {say.amountInWords}
        <span className="block text-ink">{amounts.inWords}</span>
        {amounts.discount > 0 ? <span className="mt-2 block">{say.discountOf(amounts.discountName, formatRupees(amounts.discount))}</span> : null}
      </p>
      <dl className="grid gap-y-2">
        {documentRows(amounts, heads).map(([name, text]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-display text-xl text-plum-900">{documentType === 'creditNote' ? say.totalCredited : say.total}</dt>
          <dd className="text-xl font-[650]">{formatRupees(amounts.total)}</dd>
        </div>
      </dl>
    </div>
  )
}
