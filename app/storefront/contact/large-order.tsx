import { Link } from 'react-router'
import * as say from '#words/contact.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useRoot } from '../shell/use-root.ts'

/** For who wants to buy much: email, WhatsApp and the order pad; what is missing from the settings is left out. */
export function LargeOrder() {
  const { settings, whatsApp } = useRoot()
  return (
    <section aria-labelledby="large-order" className="rounded-lg bg-plum-100 p-5 md:p-8">
      <h2 id="large-order">{say.largeOrder}</h2>
      <p className="mt-2 max-w-[60ch]">{say.largeOrderText}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {settings.email === '' ? null : (
          <a href={`mailto:${settings.email}?subject=${encodeURIComponent(say.largeOrderSubject)}`} className={buttonClass({ variant: 'primary' })}>
            {say.askByEmail}
          </a>
        )}
        {whatsApp === null ? null : (
          <a href={whatsApp} rel="noopener" className={buttonClass({})}>
            {say.askOnWhatsApp}
          </a>
        )}
        <Link to="/order-pad" className={buttonClass({})}>
          {say.pasteAList}
        </Link>
      </p>
    </section>
  )
}
