import * as say from '#words/order-pad.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { exampleLines, type ExampleProduct } from './example.ts'

/** Beside the empty list: how lines may be written, with products of the shop, and what happens to them. */
export function Invitation({ example }: { example: readonly ExampleProduct[] }) {
  const written = exampleLines(example)
  return (
    <div className="grid min-w-0 content-start gap-6">
      {written.length === 0 ? null : (
        <div>
          <h2 className="text-2xl">{say.howToWrite}</h2>
          <ul className="mt-3 grid">
            {example.map(({ id, name, image_url: picture }, place) => (
              <li key={id} className="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-x-4 border-b border-line py-3">
                <span className="overflow-hidden rounded-sm bg-sunken">
                  <Picture src={picture} alt="" width={48} height={48} sizes="48px" />
                </span>
                <p className="min-w-0">
                  <span className="num block font-[550] wrap-anywhere">{written[place]}</span>
                  <span className="block truncate text-sm text-ink-2">{name}</span>
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h2 id="pad-results" className="text-2xl">
          {say.whatHappens}
        </h2>
        <ol className="mt-3 grid gap-3">
          {say.steps.map((step) => (
            <li key={step} className="grid grid-cols-[24px_minmax(0,1fr)] gap-3 text-ink-2">
              <Icon name="check" size={20} className="mt-[2px] text-leaf-700" />
              {step}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
