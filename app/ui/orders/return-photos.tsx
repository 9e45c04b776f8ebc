import * as say from '#words/returns.ts'

/** The photos of a return, small; each opens whole. `photos`: addresses of images. */
export function ReturnPhotos({ photos, number }: { photos: readonly string[]; number: number }) {
  if (photos.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((address, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- photos are only ever added at the end
        <li key={place}>
          <details className="group">
            <summary className="block cursor-pointer list-none rounded-sm">
              <img
                src={address}
                alt={say.photoOf(place + 1, number)}
                className="size-[88px] rounded-sm border border-line object-cover group-open:size-auto group-open:max-h-[70vh] group-open:max-w-full"
              />
            </summary>
          </details>
        </li>
      ))}
    </ul>
  )
}
