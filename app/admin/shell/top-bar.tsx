import * as say from '#words/admin-shell.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { sectionOf } from '../sections.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'
import { KeyCaps } from './key-caps.tsx'
import { THEMES, chooseTheme, useTheme } from './theme.ts'

/** The current location, the global search, keys and theme. On a phone the search is in the header instead. */
export function TopBar({ pathname, onSearch, onKeys }: { pathname: string; onSearch: () => void; onKeys: () => void }) {
  return (
    <div className="sticky top-0 z-10 hidden h-12 flex-none items-center gap-[10px] rounded-t-md border-b border-line bg-surface pr-3 pl-6 md:flex">
      <p aria-hidden="true" className="w-[160px] truncate font-semibold">
        {sectionOf(pathname)?.label ?? say.backOffice}
      </p>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Meta+K Control+K"
        className="mx-auto flex h-[30px] w-[300px] items-center gap-2 rounded-[8px] border border-line bg-well pr-[6px] pl-[10px] text-left text-ink-2 hover:border-control"
      >
        <Icon name="search" size={15} />
        <span className="flex-1 truncate">{say.search}</span>
        <span aria-hidden="true">
          <KeyCaps keys="Mod+K" />
        </span>
      </button>
      <div className="flex w-[160px] justify-end gap-1">
        <button type="button" aria-label={say.keyboardHelp} onClick={onKeys} className="ctl ctl-quiet ctl-square">
          <AdminIcon name="keyboard" size={18} />
        </button>
        <ThemeSwitch />
      </div>
    </div>
  )
}

/** Cycles through device, light and dark; the label says which one is active. */
function ThemeSwitch() {
  const theme = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      aria-label={say.themeNow(say.themes[theme])}
      title={say.themeNow(say.themes[theme])}
      onClick={() => chooseTheme(next)}
      className="ctl ctl-quiet ctl-square"
    >
      <AdminIcon name={theme} size={18} />
    </button>
  )
}
