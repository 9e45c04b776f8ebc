import { isUuid } from '#domain/text/uuid.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useSearchParams } from 'react-router'
import * as say from '#words/admin-manual-order.ts'
import { BUYERS_FROM, fetchBuyer, fetchLastOrder, fetchPlaces, findBuyers } from '../../../data/admin/orders/manual-order-buyers.ts'
import type { BuyerPlace, FoundBuyer } from '../../../data/admin/orders/manual-order-buyers.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { BuyerFields } from './buyer-fields.tsx'
import { foundBuyer, newBuyer } from './draft.ts'
import type { Buyer, BuyerTexts, Draft, DraftErrors } from './draft.ts'
import { Part } from './panel.tsx'
import { PickerBox } from './picker-box.tsx'
import { usePaused } from '../../../data/api/use-paused.ts'

type CustomerPartProps = {
  draft: Draft
  errors: DraftErrors
  showAll: boolean
  box: RefObject<HTMLInputElement | null>
  onBuyer: (buyer: Buyer | null | Promise<Buyer | undefined>) => void
  /** someone else is being looked for */
  onSearch: () => void
  onTexts: (texts: Partial<BuyerTexts>) => void
  onCopy: (read: () => Promise<{ product_id: string; quantity: number }[]>) => Promise<unknown>
}

/** The customer of the order: found by name, phone, company or GSTIN, or entered. */
export function CustomerPart({ draft, errors, showAll, box, onBuyer, onSearch, onTexts, onCopy }: CustomerPartProps) {
  const { buyer } = draft
  const [params] = useSearchParams()
  useEffect(() => {
    // The customer's page links here with their id. A draft for another customer is not overwritten.
    const wanted = params.get('customer')
    if (wanted === null || !isUuid(wanted) || buyer?.id === wanted) return
    if (buyer !== null) {
      toast({ title: say.draftOfAnother(buyer.texts.full_name || buyer.texts.company_name || say.noName), description: say.draftOfAnotherText })
      return
    }
    onBuyer(fetchBuyer(wanted).then((found) => (found ? withPlace(found) : undefined)))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  }, [])
  async function withPlace(found: FoundBuyer): Promise<Buyer> {
    const chosen = foundBuyer(found)
    // At the counter nothing is shipped, but the invoice of a buyer with a GSTIN still needs the address.
    if (draft.choices.delivery === 'collected' && chosen.texts.gstin === '') return chosen
    const places = await queryClient.fetchQuery(placesOf(found)).catch(() => null)
    if (places === null) toast({ title: say.buyerFailed, tone: 'error' })
    const [place] = places ?? []
    return place ? { ...chosen, texts: { ...chosen.texts, ...textsOf(place) } } : chosen
  }
  if (buyer === null)
    return (
      <Search
        draft={draft}
        error={showAll ? (errors['find_buyer'] ?? null) : null}
        box={box}
        onSearch={onSearch}
        onChoose={(found) => onBuyer(withPlace(found))}
        onNew={() => onBuyer(newBuyer())}
      />
    )
  return (
    <Part
      title={say.customer}
      end={
        <button type="button" className="ctl ctl-quiet -mr-3 font-semibold text-plum-600!" aria-label={say.changeCustomer} onClick={() => onBuyer(null)}>
          {say.change}
        </button>
      }
    >
      <div className="grid gap-4 p-4">
        {buyer.kind === 'new' ? (
          <p className="text-ink-2">{draft.choices.delivery === 'collected' ? say.walkInText : say.newText}</p>
        ) : (
          <Known buyer={buyer} draft={draft} onTexts={onTexts} onCopy={onCopy} />
        )}
        <BuyerFields
          key={`${buyer.kind}-${buyer.id ?? ''}`}
          texts={buyer.texts}
          collected={draft.choices.delivery === 'collected'}
          errors={errors}
          showAll={showAll}
          onChange={(field, text) => onTexts({ [field]: text })}
        />
      </div>
    </Part>
  )
}

/** The pause in typing before a search, in ms. */
const PAUSE_MS = 150

type SearchProps = {
  draft: Draft
  error: string | null
  box: RefObject<HTMLInputElement | null>
  onSearch: () => void
  onChoose: (found: FoundBuyer) => void
  onNew: () => void
}

function Search({ draft, error, box, onSearch, onChoose, onNew }: SearchProps) {
  const [text, setText] = useState('')
  const asked = usePaused(text.trim(), PAUSE_MS)
  const enabled = asked.length >= BUYERS_FROM
  const found = useQuery({ queryKey: ['find-buyers', asked], queryFn: () => findBuyers(asked), enabled, placeholderData: keepPreviousData })
  const items = enabled && text.trim() !== '' ? (found.data ?? []) : []
  const done = enabled && !found.isFetching && asked === text.trim()
  return (
    <Part title={say.customer}>
      <div className="grid gap-3 p-4">
        <PickerBox
          label={say.findCustomer}
          name="find_buyer"
          placeholder={say.findCustomerHint}
          text={text}
          items={items}
          note={found.isError ? say.buyerFailed : done ? say.noCustomer : null}
          error={error}
          keyOf={(item) => item.id ?? item.order_id ?? ''}
          render={(item) => <FoundLine found={item} />}
          input={box}
          onType={(typed) => {
            onSearch()
            setText(typed)
          }}
          onPick={onChoose}
        />
        <div className="flex flex-wrap gap-2">
          <button type="button" className="ctl" onClick={onNew}>
            {draft.choices.delivery === 'collected' ? say.walkIn : say.newCustomer}
          </button>
        </div>
      </div>
    </Part>
  )
}

function FoundLine({ found }: { found: FoundBuyer }) {
  const detail = [found.company_name, found.phone, found.gstin, found.email].filter((part) => part !== null && part !== '').join(' · ')
  return (
    <>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-semibold">{found.full_name ?? found.company_name ?? say.noName}</span>
        <span className="truncate text-ink-2">{detail}</span>
      </span>
      <span className="flex-none text-ink-2">{found.id === null ? say.guest : say.ordersOf(found.orders ?? 0)}</span>
    </>
  )
}

function Known({ buyer, draft, onTexts, onCopy }: { buyer: Buyer; draft: Draft } & Pick<CustomerPartProps, 'onTexts' | 'onCopy'>) {
  const { id, texts } = buyer
  const places = useQuery({ ...placesOf({ id, order_id: null }), enabled: id !== null })
  const [copying, setCopying] = useState(false)
  async function copy() {
    setCopying(true)
    try {
      await onCopy(() => fetchLastOrder(id ?? ''))
    } catch {
      toast({ title: say.buyerFailed, tone: 'error' })
    }
    setCopying(false)
  }
  const name = texts.full_name || texts.company_name || say.noName
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span aria-hidden="true" className="grid size-9 flex-none place-items-center rounded-full bg-plum-100 font-semibold text-plum-700">
          {initials(name)}
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            {name} <span className="font-normal text-ink-2">{texts.company_name === name ? '' : texts.company_name}</span>
          </p>
          <p className="text-ink-2">{[texts.phone, texts.gstin === '' ? '' : `GSTIN ${texts.gstin}`].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="text-right text-ink-2">
          <p>{id === null ? say.guest : say.ordersOf(buyer.orders ?? 0)}</p>
          {id !== null && (buyer.orders ?? 0) > 0 ? (
            <button type="button" className="font-semibold text-plum-600 hover:underline" disabled={copying} onClick={() => void copy()}>
              {say.copyLast}
            </button>
          ) : null}
        </div>
      </div>
      {draft.choices.delivery !== 'collected' && places.data !== undefined && places.data.length > 0 ? (
        <label className="grid gap-1">
          <span className="font-[550]">{say.savedAddresses}</span>
          <select
            className="box"
            value={places.data.find((place) => same(place, texts))?.id ?? ''}
            onChange={(event) => {
              const place = places.data.find((one) => one.id === event.target.value)
              if (place) onTexts(textsOf(place))
            }}
          >
            <option value="">{say.anotherAddress}</option>
            {places.data.map((place) => (
              <option key={place.id} value={place.id}>
                {[place.full_name, place.address, place.city, place.pincode].join(', ')}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </>
  )
}

const placesOf = (whose: Pick<FoundBuyer, 'id' | 'order_id'>) => ({ queryKey: ['buyer-places', whose.id, whose.order_id], queryFn: () => fetchPlaces(whose) })

function textsOf({ full_name, company_name, gstin, address, city, state, pincode, phone, email }: BuyerPlace): BuyerTexts {
  return { full_name, company_name: company_name ?? '', gstin: gstin ?? '', address, city, state, pincode, phone, email: email ?? '', gstin_confirmed: '' }
}

const same = (place: BuyerPlace, texts: BuyerTexts) => place.address === texts.address && place.pincode === texts.pincode && place.full_name === texts.full_name

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
