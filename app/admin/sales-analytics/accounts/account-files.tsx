import { useState } from 'react'
import * as say from '#words/admin-accounts.ts'
import { fetchAccountFile, TooManyEntries } from '../../../data/admin/reports/accounts.ts'
import type { AccountDays, AccountFile } from '../../../data/admin/reports/accounts.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'

type Format = keyof typeof say.formats

const FILES: readonly { file: AccountFile; formats: readonly Format[] }[] = [
  { file: 'tally-ledgers', formats: ['xml'] },
  { file: 'tally-vouchers', formats: ['xml'] },
  { file: 'orders', formats: ['csv', 'xlsx'] },
  { file: 'day-book', formats: ['csv', 'xlsx'] },
  { file: 'gstr3b', formats: ['csv', 'xlsx'] },
]

/** Every file with what it has. `empty`: no documents and no money, so that only the orders can have rows. */
export function AccountFiles({ days, empty }: { days: AccountDays; empty: boolean }) {
  const [busy, setBusy] = useState<string | null>(null)

  async function save(file: AccountFile, format: Format) {
    const name = `${file}_${days.from}_${days.to}.${format}`
    setBusy(name)
    try {
      saveFile(await fetchAccountFile(days, file, format), name)
      toast({ title: say.downloaded(name), tone: 'success' })
    } catch (error) {
      toast({ title: error instanceof TooManyEntries ? say.tooMany(String(error.limit)) : say.downloadFailed, tone: 'error' })
    }
    setBusy(null)
  }

  return (
    <div className="grid-room overflow-clip rounded-md border border-line bg-surface">
      <table className="grid-table">
        <caption className="sr-only">{say.files}</caption>
        <thead>
          <tr>
            <th scope="col">{say.file}</th>
            <th scope="col">{say.contents}</th>
            <th scope="col" className="end">
              {say.download}
            </th>
          </tr>
        </thead>
        <tbody>
          {FILES.filter(({ file }) => !empty || file === 'orders').map(({ file, formats }) => (
            <tr key={file}>
              <td data-first>{say.names[file]}</td>
              <td className="whitespace-normal text-ink-2 max-md:text-left!">{say.about[file]}</td>
              <td className="end">
                <span className="flex gap-2 md:justify-end">
                  {formats.map((format) => (
                    <button
                      key={format}
                      type="button"
                      className="ctl"
                      aria-label={say.downloadOf(say.names[file], say.formats[format])}
                      aria-disabled={busy !== null || undefined}
                      onClick={() => busy === null && void save(file, format)}
                    >
                      {say.formats[format]}
                    </button>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {busy === null ? null : say.creating(busy)}
      </p>
    </div>
  )
}
