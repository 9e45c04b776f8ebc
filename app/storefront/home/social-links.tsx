import * as say from '#words/home.tsx'
import { Drawing, Icon } from '../../ui/pictures/icon.tsx'
import { useRoot } from '../shell/use-root.ts'
import { networkIcons } from './network-icons.tsx'

/** Company names are the same in every language. */
const networks: { key: string; name: string; text: string }[] = [
  { key: 'instagram', name: 'Instagram', text: say.onInstagram },
  { key: 'youtube', name: 'YouTube', text: say.onYoutube },
  { key: 'facebook', name: 'Facebook', text: say.onFacebook },
  { key: 'whatsapp', name: 'WhatsApp', text: say.onWhatsapp },
]

/** Shows only the networks whose addresses are in the settings; if there are none, the section is hidden. */
export function SocialLinks() {
  const { settings, whatsApp } = useRoot()
  const addresses: Record<string, string> = { ...settings.social }
  if (whatsApp !== null) addresses['whatsapp'] ??= whatsApp
  const known = networks.filter(({ key }) => addresses[key]?.startsWith('https://'))
  if (known.length === 0) return <div className="h-14 lg:h-[104px]" />
  return (
    <section aria-labelledby="follow" className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-9 lg:py-12">
      <h2 id="follow" className="max-lg:w-full">
        {say.followUs}
      </h2>
      <ul className="grid flex-auto grid-cols-1 gap-x-8 sm:grid-cols-2 lg:flex lg:flex-none">
        {known.map(({ key, name, text }) => (
          <li key={key}>
            <a href={addresses[key]} target="_blank" rel="noopener noreferrer" className="flex min-h-14 items-center gap-3 hover:text-plum-600">
              {key === 'whatsapp' ? <Icon name="whatsapp" size={24} /> : <Drawing size={24}>{networkIcons[key]}</Drawing>}
              <span className="leading-[1.25]">
                <b className="font-semibold">{name}</b>
                <span className="block text-xs text-ink-2">{text}</span>
                <span className="sr-only"> {say.opensInNewTab}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
