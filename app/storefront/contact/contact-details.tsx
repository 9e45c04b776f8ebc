import type { ReactNode } from 'react'
import * as say from '#words/contact.tsx'
import { hoursText } from '../shell/hours-text.ts'
import { useRoot } from '../shell/use-root.ts'

const linkLook =
  'inline-flex min-h-11 items-center text-plum-600 underline decoration-plum-600/40 underline-offset-[.22em] hover:decoration-current wrap-anywhere'

/** Legal name and address, customer care, opening hours, grievance officer; anything missing from the settings is left out. */
export function ContactDetails() {
  const { settings, stateName, whatsApp } = useRoot()
  const { legalName, address, city, pincode, otherAddresses, gstin, email, phone, hours, grievanceName, grievanceEmail, grievancePhone } = settings
  return (
    <div className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-1">
      {email === '' && phone === '' && whatsApp === null ? null : (
        <Group title={say.customerCare}>
          <ul>
            {phone === '' ? null : (
              <li>
                <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`${linkLook} num`}>
                  {phone}
                </a>
              </li>
            )}
            {email === '' ? null : (
              <li>
                <a href={`mailto:${email}`} className={linkLook}>
                  {email}
                </a>
              </li>
            )}
            {whatsApp === null ? null : (
              <li>
                <a href={whatsApp} rel="noopener" className={linkLook}>
                  {say.whatsApp}
                </a>
              </li>
            )}
          </ul>
        </Group>
      )}
      <Group title={say.hours}>
        <ul className="num grid gap-1">
          {hoursText(hours).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Group>
      <Group title={say.company}>
        <address className="not-italic">
          <b className="font-semibold text-ink">{legalName}</b>
          {address === '' ? null : (
            <>
              <br />
              {address}
            </>
          )}
          {city === '' ? null : (
            <>
              <br />
              {say.addressLine(city, pincode, stateName)}
            </>
          )}
        </address>
        {otherAddresses.length === 0 ? null : (
          <>
            <h3 className="mt-3 font-[550] text-ink">{say.alsoAt}</h3>
            <ul className="grid gap-1">
              {otherAddresses.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
        {gstin === null ? null : <p className="num mt-2">{say.gstin(gstin)}</p>}
      </Group>
      <Group title={say.grievanceOfficer}>
        {grievanceName === '' ? (
          <p>{say.noOfficer}</p>
        ) : (
          <>
            <p>
              <b className="font-semibold text-ink">{grievanceName}</b>
            </p>
            <ul>
              {grievanceEmail === '' ? null : (
                <li>
                  <a href={`mailto:${grievanceEmail}`} className={linkLook}>
                    {grievanceEmail}
                  </a>
                </li>
              )}
              {grievancePhone === '' ? null : (
                <li>
                  <a href={`tel:${grievancePhone.replace(/[^+\d]/g, '')}`} className={`${linkLook} num`}>
                    {grievancePhone}
                  </a>
                </li>
              )}
            </ul>
          </>
        )}
        <p className="mt-3 text-sm">{say.acknowledged}</p>
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <div className="text-ink-2">{children}</div>
    </section>
  )
}
