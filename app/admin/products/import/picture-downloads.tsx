import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-picture-downloads.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { editProductPath } from '../../paths.ts'
import { fetchPictureDownloads, settleFailedPictures } from '../../../data/admin/products/picture-downloads.ts'

/** How often the progress is read while pictures are waiting, ms. */
const OFTEN = 3000

/** How far the pictures of imports are, and those that could not be downloaded. Nothing is shown where there are none. */
export function PictureDownloads() {
  const { data, isError } = useQuery({
    queryKey: ['admin-picture-downloads'],
    queryFn: fetchPictureDownloads,
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? OFTEN : false),
  })
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState(false)

  async function settle(again: boolean) {
    setBusy(true)
    setWrong(false)
    await settleFailedPictures(again).catch(() => setWrong(true))
    await queryClient.invalidateQueries({ queryKey: ['admin-picture-downloads'] })
    setBusy(false)
  }

  if (data === undefined) return isError ? <p className="text-cancelled">{say.unread}</p> : null
  if (data.waiting === 0 && data.failed === 0) return null
  return (
    <section aria-label={say.title} className="rounded-md border border-line">
      <h2 className="border-b border-line px-4 py-3">{say.title}</h2>
      <p role="status" className={data.waiting === 0 ? 'sr-only' : 'px-4 py-3'}>
        {data.waiting === 0 ? '' : say.waiting(data.waiting)}
      </p>
      {data.failed === 0 ? null : (
        <div className={`grid gap-2 px-4 py-3 ${data.waiting === 0 ? '' : 'border-t border-line'}`}>
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 basis-60 font-semibold text-cancelled">{say.failed(data.failed)}</p>
            <button type="button" className="ctl" disabled={busy} onClick={() => void settle(true)}>
              {say.tryAgain}
            </button>
            <button type="button" className="ctl" disabled={busy} onClick={() => void settle(false)}>
              {say.forget}
            </button>
          </div>
          {wrong ? (
            <p role="alert" className="text-cancelled">
              {say.settleFailed}
            </p>
          ) : null}
          {data.failed > data.failures.length ? <p className="text-ink-2">{say.newestFailures(data.failures.length)}</p> : null}
          <ul className="max-h-80 overflow-y-auto">
            {data.failures.map(({ product_id, sku, name, address, failure }) => (
              <li key={`${product_id} ${address}`} className="grid gap-x-4 py-2 not-first:border-t not-first:border-line">
                <Link to={editProductPath(product_id)} className="link min-w-0 justify-self-start font-semibold wrap-anywhere">
                  {name} <span className="font-normal text-ink-2">{sku}</span>
                </Link>
                <span>{say.failures[failure]}</span>
                <span className="line-clamp-2 text-2xs break-all text-ink-2">{address}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
