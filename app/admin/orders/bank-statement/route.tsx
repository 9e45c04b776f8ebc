import { useState } from 'react'
import type { StatementColumns } from '#domain/bank-statement/columns.ts'
import type { Statement } from '#domain/bank-statement/read-statement.ts'
import * as say from '#words/admin-bank-statement.ts'
import * as orderWords from '#words/admin-orders.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { FileChoice } from './file-choice.tsx'
import { readReceipts } from './load-statement.ts'
import type { LoadedStatement } from './load-statement.ts'
import { ReceiptsReview } from './receipts-review.tsx'

type Read = { id: string; statement: Statement }

/** The receipts of a bank statement are matched with open payments and booked (docs/decisions/0092-bank-statements.md). */
export default function BankStatement() {
  const [loaded, setLoaded] = useState<LoadedStatement | null>(null)
  const [read, setRead] = useState<Read | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  function use(statement: LoadedStatement, columns: StatementColumns | null) {
    setLoaded({ ...statement, columns })
    setFailure(null)
    setRead(null)
    if (columns === null) return
    try {
      setRead({ id: crypto.getRandomValues(new Uint32Array(2)).join('-'), statement: readReceipts(statement, columns) })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : say.noLines)
    }
  }

  return (
    <>
      <PageHead
        title={say.title}
        back={{ to: '/admin/orders', label: orderWords.orders }}
        aside={loaded?.name}
        actions={
          read === null ? undefined : (
            <button type="button" className="ctl" onClick={() => setRead(null)}>
              {say.changeColumns}
            </button>
          )
        }
      />
      {failure === null ? null : (
        <p role="alert" className="mb-4 rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
          {failure}
        </p>
      )}
      <div className={loaded === null ? '' : 'mb-4'}>
        <FileChoice again={loaded !== null} onLoaded={(statement) => use(statement, statement.columns)} />
      </div>
      {loaded !== null && read === null && failure === null ? (
        <ColumnsForm key={loaded.name} statement={loaded} onColumns={(columns) => use(loaded, columns)} />
      ) : null}
      {read === null ? null : <ReceiptsReview key={read.id} id={read.id} statement={read.statement} />}
    </>
  )
}
