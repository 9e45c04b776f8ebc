import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { mobileNumber } from '#domain/addresses/mobile-number.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/admin-customers.ts'
import { makeFor } from '#words/phone-codes.ts'
import type { Customer, CustomerAddress, OrderedAddress } from '../../../data/admin/customers/customer.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { StateText } from '../../complaints/state-text.tsx'
import { Mark } from '../mark.tsx'

function Card({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line p-4">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-1">
    <dt className="flex-none text-ink-2">{label}</dt>
    <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

/** The digits of a phone number for WhatsApp, with the country code; India if none was given. */
function whatsappNumber(phone: string): string {
  const digits = mobileNumber(phone).replaceAll(/\D/g, '')
  return digits.length === 10 ? `91${digits}` : digits
}

const FromOrders = () => <span className="block text-ink-2">{say.fromOrders}</span>

/** `onCode`: undefined where there is no number to prove, and for staff who make no codes. */
type ProfileCardProps = { customer: Customer; onEdit: () => void; onCode: (() => void) | undefined }

/** What the profile says; where it says nothing, what the newest orders carry, marked. Without an account everything is from orders. */
export function ProfileCard({ customer: { profile, ordered, guest, email, roles }, onEdit, onCode }: ProfileCardProps) {
  const shown = (field: 'full_name' | 'company_name' | 'gstin' | 'phone') => profile[field] || ordered[field]
  const mark = (field: 'full_name' | 'company_name' | 'gstin' | 'phone') => (!guest && !profile[field] && ordered[field] ? <FromOrders /> : null)
  const phone = shown('phone')
  const gstin = shown('gstin')
  const state = gstin ? stateByCode(gstin.slice(0, 2)) : null
  const address = guest ? ordered.email : email
  return (
    <Card
      title={guest ? say.contact : say.profile}
      end={
        guest ? undefined : (
          <button type="button" className="ctl ctl-quiet -my-1 text-plum-600!" onClick={onEdit}>
            {say.edit}
          </button>
        )
      }
    >
      <dl>
        <Row label={say.fullName}>
          {shown('full_name') || say.notGiven}
          {mark('full_name')}
        </Row>
        <Row label={say.company}>
          {shown('company_name') || say.notGiven}
          {mark('company_name')}
        </Row>
        <Row label={say.gstin}>
          {gstin || say.notGiven}
          {state ? <span className="block text-ink-2">{state.name}</span> : null}
          {mark('gstin')}
        </Row>
        <Row label={say.phone}>
          {phone === null || phone === '' ? (
            say.notGiven
          ) : (
            <span className="inline-flex flex-wrap justify-end gap-x-3">
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} aria-label={say.call(phone)} className="link">
                {phone}
              </a>
              <a href={`https://wa.me/${whatsappNumber(phone)}`} target="_blank" rel="noopener noreferrer" className="link inline-flex items-center gap-1">
                <Icon name="whatsapp" size={14} /> {say.whatsapp}
              </a>
            </span>
          )}
          {mark('phone')}
        </Row>
        {address === null ? null : (
          <Row label={say.email}>
            <a href={`mailto:${address}`} aria-label={say.writeTo(address)} className="link">
              {address}
            </a>
          </Row>
        )}
      </dl>
      {guest ? (
        <div className="mt-2 grid justify-items-start gap-2 border-t border-line pt-2">
          <p className="text-ink-2">{say.guestText}</p>
          {onCode ? (
            <button type="button" className="ctl" onClick={onCode}>
              {makeFor}
            </button>
          ) : null}
        </div>
      ) : null}
      {roles.length === 0 ? null : (
        <p className="mt-2 border-t border-line pt-2 text-ink-2">
          {say.staffHint}{' '}
          <Link to="/admin/settings/people" className="link">
            {say.peopleLink}
          </Link>
        </p>
      )}
    </Card>
  )
}

type Shown = CustomerAddress | OrderedAddress

const Address = ({ one }: { one: Shown }) => (
  <li className="border-b border-line py-2 first:pt-0 last:border-0 last:pb-0 [overflow-wrap:anywhere]">
    <span className="font-semibold">{one.full_name}</span> {'is_default' in one && one.is_default ? <Mark>{say.byDefault}</Mark> : null}
    {one.company_name ? <span className="block">{one.company_name}</span> : null}
    <span className="block text-ink-2">{[one.address, `${one.city} ${one.pincode}`, one.state].filter(Boolean).join(', ')}</span>
    <span className="block text-ink-2">{one.phone}</span>
  </li>
)

/** The saved addresses, and those that orders went to. */
export function AddressCard({ addresses, ordered }: { addresses: readonly CustomerAddress[]; ordered: readonly OrderedAddress[] }) {
  return (
    <Card title={say.addresses}>
      {addresses.length === 0 && ordered.length === 0 ? <p className="text-ink-2">{say.noAddresses}</p> : null}
      <ul className="grid">
        {addresses.map((one) => (
          <Address key={one.id} one={one} />
        ))}
      </ul>
      {ordered.length === 0 ? null : (
        <>
          <h3 className={`mb-1 text-ink-2 ${addresses.length > 0 ? 'mt-3 border-t border-line pt-3' : ''}`}>{say.orderedAddresses}</h3>
          <ul className="grid">
            {ordered.map((one) => (
              <Address key={one.id} one={one} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

export function ConsentCard({ consents }: Pick<Customer, 'consents'>) {
  return (
    <Card title={say.consents}>
      {consents.length === 0 ? (
        <p className="text-ink-2">{say.noConsents}</p>
      ) : (
        <dl>
          {consents.map(({ purpose, given, created_at }) => (
            <Row key={purpose} label={say.consentPurposes[purpose]}>
              {say.consentStates[purpose][given ? 'yes' : 'no']} <span className="text-ink-2">{say.onDay(formatDay(created_at))}</span>
            </Row>
          ))}
        </dl>
      )}
    </Card>
  )
}

export function ComplaintCard({ complaints }: Pick<Customer, 'complaints'>) {
  return (
    <Card title={say.complaints}>
      {complaints.length === 0 ? <p className="text-ink-2">{say.noComplaints}</p> : null}
      <ul className="grid gap-2">
        {complaints.map(({ id, number, status, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <Link to={`/admin/complaints?q=${encodeURIComponent(number)}`} className="link">
              {number}
            </Link>
            <span className="text-ink-2">{formatDay(created_at)}</span>
            <StateText state={status} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
