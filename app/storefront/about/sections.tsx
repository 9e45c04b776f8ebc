import { shortRupees } from '#domain/money/short-rupees.ts'
import * as say from '#words/about.tsx'
import { hoursText } from '../shell/hours-text.ts'
import { useRoot } from '../shell/use-root.ts'

/** Who buys here, and on which terms: the steps of the page stand for the steps of the prices. */
export function Sections() {
  const { settings } = useRoot()
  return (
    <>
      <section aria-labelledby="served" className="wrap pt-12 lg:pt-20">
        <h2 id="served" className="text-3xl">
          {say.whoWeServe}
        </h2>
        <ul className="about-steps">
          {say.served.map(({ who, text }) => (
            <li key={who}>
              <b>{who}</b> {text}
            </li>
          ))}
        </ul>
      </section>
      <div className="wrap grid gap-x-16 gap-y-9 pt-12 md:grid-cols-2 lg:pt-20">
        <section aria-labelledby="prices">
          <h2 id="prices">{say.prices}</h2>
          <p className="mt-3 max-w-[60ch] text-ink-2">{say.pricesText}</p>
        </section>
        <section aria-labelledby="delivery">
          <h2 id="delivery">{say.delivery}</h2>
          <p className="mt-3 max-w-[60ch] text-ink-2">
            {settings.deliveryVaries ? say.deliveryVaries : say.deliveryText(shortRupees(settings.freeDeliveryFrom), shortRupees(settings.deliveryCharge))}
          </p>
        </section>
      </div>
    </>
  )
}

/** Address, hours, phone and email on plum; what is missing from the settings is left out. */
export function TalkToUs() {
  const { settings, stateName } = useRoot()
  return (
    <section aria-labelledby="talk" className="about-talk">
      <div className="wrap">
        <h2 id="talk" className="text-3xl">
          {say.talkToUs}
        </h2>
        <div className="mt-6 grid gap-x-12 gap-y-7 md:grid-cols-3">
          <div>
            <h3>{say.whereWeAre}</h3>
            <p>
              {settings.legalName}
              {settings.address === '' ? null : (
                <>
                  <br />
                  {settings.address}
                </>
              )}
              {settings.city === '' ? null : (
                <>
                  <br />
                  {settings.city} {settings.pincode}
                  {stateName === '' ? '' : `, ${stateName}`}
                </>
              )}
            </p>
          </div>
          <div>
            <h3>{say.whenWeAreOpen}</h3>
            <ul className="num">
              {hoursText(settings.hours).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          {settings.email === '' && settings.phone === '' ? null : (
            <div>
              <h3>{say.phoneAndEmail}</h3>
              {settings.phone === '' ? null : (
                <a href={`tel:${settings.phone.replace(/\s/g, '')}`} className="num">
                  {settings.phone}
                </a>
              )}
              {settings.email === '' ? null : <a href={`mailto:${settings.email}`}>{settings.email}</a>}
            </div>
          )}
        </div>
        <p className="mt-9 text-sm">{say.seeAlso}</p>
      </div>
    </section>
  )
}
