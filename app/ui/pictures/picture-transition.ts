/**
 * The picture of a card becomes the picture of its product's page. Both have one name while they change places, and only the pressed
 * card has it: the same product may be on a page twice, and a name must not.
 */
type Pressed = { id: string; image_url: string | null; image_thumbhash: string | null }

let pressed: Pressed | null = null

/** The product whose card was pressed last. */
export const pressedPicture = (): Pressed | null => pressed

export function pressPicture({ id, image_url, image_thumbhash }: Pressed): void {
  pressed = { id, image_url, image_thumbhash }
}

/** For `<ViewTransition>`: it moves between places of one name, and does nothing else. */
export const pictureOf = (id: string | undefined) => ({ name: id && `picture-${id}`, share: 'picture', default: 'none' }) as const
