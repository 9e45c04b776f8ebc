import type { Message, Shop } from './message.ts'

/** The plain-text part: complete on its own, with full link addresses. */
export function textOf(message: Message, { settings }: Shop): string {
  const blocks = [message.heading, ...message.paragraphs]
  if (message.items?.length) blocks.push(message.items.map((item) => `${item.name}  × ${item.quantity}  ${item.total}`.trimEnd()).join('\n'))
  if (message.facts?.length) blocks.push(message.facts.map(([label, value]) => `${label}: ${value}`).join('\n'))
  if (message.button) blocks.push(`${message.button.label}:\n${message.button.url}`)
  if (message.link) blocks.push(`${message.link.label}:\n${message.link.url}`)
  blocks.push(...(message.notes ?? []))
  blocks.push(['-- ', settings.legalName, ...contactLines(settings)].join('\n'))
  return `${blocks.join('\n\n')}\n`
}

export function contactLines(settings: Shop['settings']): string[] {
  const address = [settings.address, [settings.city, settings.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [address, [settings.email, settings.phone].filter(Boolean).join(' · ')].filter(Boolean)
}
