import * as say from '#words/admin-shell.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { KeyCaps } from './key-caps.tsx'
import { allowSingleKeys, useShortcutList, useSingleKeys } from './shortcuts.ts'

/** The keyboard shortcuts of this screen, and the switch that turns single-letter shortcuts off. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutList()
  const single = useSingleKeys()
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Dialog
      open
      title={say.keyboardShortcuts}
      onClose={onClose}
      actions={
        <button type="button" className="ctl" onClick={onClose}>
          {say.close}
        </button>
      }
    >
      <div className="grid max-h-[60vh] gap-5 overflow-y-auto pr-2">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="mb-2">{group}</h3>
            <dl className="grid gap-[6px]">
              {shortcuts
                .filter((shortcut, place, all) => shortcut.group === group && all.findLastIndex(({ keys }) => keys === shortcut.keys) === place)
                .map(({ keys, label }) => (
                  <div key={keys} className="flex items-center justify-between gap-4">
                    <dt>{label}</dt>
                    <dd>
                      <KeyCaps keys={keys} then={say.followedBy} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <div className="border-t border-line pt-4">
          <label className="flex items-center gap-3 font-semibold text-ink">
            <input
              type="checkbox"
              className="tick"
              aria-describedby="single-keys"
              checked={single}
              onChange={(event) => allowSingleKeys(event.target.checked)}
            />
            {say.singleKeys}
          </label>
          <p id="single-keys" className="mt-1">
            {say.singleKeysHint}
          </p>
        </div>
      </div>
    </Dialog>
  )
}
