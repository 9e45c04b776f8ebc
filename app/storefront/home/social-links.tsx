import * as say from '#words/home.tsx'
import { Drawing, Icon } from '../../ui/icon.tsx'
import { Section } from '../section.tsx'
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
    <Section title={say.followTheHouse} last>
      <ul className="grid gap-x-10 gap-y-1 md:grid-cols-2">
        {known.map(({ key, name, text }) => (
          <li key={key}>
            <a
              href={addresses[key]}
              target="_blank"
              rel="noopener noreferrer"
              className="flex items-center gap-[14px] border-b border-line py-4 hover:text-plum-600"
            >
              {key === 'whatsapp' ? <Icon name="whatsapp" size={24} /> : <Drawing size={24}>{networkIcons[key]}</Drawing>}
              <span className="font-display text-xl leading-[1.2]">{name}</span>
              <span className="ml-auto text-right text-sm text-ink-2">
                {text}
                <span className="sr-only"> {say.opensInANewTab}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
