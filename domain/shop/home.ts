/** What an owner may change on the home page: its texts, and which sections it has in which order. What is not changed keeps the shop's own text. */

/** The most characters of each text. */
export const HOME_TEXTS = {
  heroTitle: 120,
  heroText: 300,
  categoriesTitle: 80,
  productsTitle: 80,
  whyTitle: 120,
  whyText: 300,
  qualityTitle: 60,
  qualityText: 240,
  pricingTitle: 60,
  pricingText: 240,
  deliveryTitle: 60,
  deliveryText: 240,
  supportTitle: 60,
  supportText: 240,
  accountTitle: 120,
  accountText: 240,
} as const
export type HomeText = keyof typeof HOME_TEXTS
export const HOME_TEXT_NAMES = Object.keys(HOME_TEXTS) as HomeText[]
export type HomeTexts = Partial<Record<HomeText, string>>

/** Below the hero, in the shop's own order. */
export const HOME_SECTIONS = ['categories', 'products', 'why', 'social', 'account'] as const
export type HomeSection = (typeof HOME_SECTIONS)[number]
export type HomePlace = { name: HomeSection; shown: boolean }

export type Home = { texts: HomeTexts; sections: HomePlace[] }

/** Reads the column: unknown names are dropped, texts are cut to their length, and a section that is missing is shown at its place at the end. */
export function readHome(value: unknown): Home {
  const { texts, sections } = (isObject(value) ? value : {}) as { texts?: unknown; sections?: unknown }
  const given = isObject(texts) ? texts : {}
  const places = (Array.isArray(sections) ? sections : []).flatMap((place: unknown): HomePlace[] => {
    const name = isObject(place) ? HOME_SECTIONS.find((known) => known === place['name']) : undefined
    return name === undefined ? [] : [{ name, shown: (place as { shown?: unknown }).shown !== false }]
  })
  const first = places.filter(({ name }, at) => places.findIndex((other) => other.name === name) === at)
  const missing = HOME_SECTIONS.filter((name) => !first.some((place) => place.name === name)).map((name) => ({ name, shown: true }))
  return {
    texts: Object.fromEntries(
      HOME_TEXT_NAMES.flatMap((name) => {
        const text = given[name]
        return typeof text === 'string' && text.trim() !== '' ? [[name, text.trim().slice(0, HOME_TEXTS[name])]] : []
      }),
    ),
    sections: [...first, ...missing],
  }
}

/** Whether all sections are shown in the shop's own order. */
export const hasDefaultSections = (sections: readonly HomePlace[]): boolean => sections.every(({ name, shown }, at) => shown && name === HOME_SECTIONS[at])

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
