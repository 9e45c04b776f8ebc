/** A classic script before the cards of /products (grid-page.tsx): the trade list opens before the grid is painted. */
import { rememberedList } from './remembered-view.ts'

const list = rememberedList(location)
if (list !== null) location.replace(list)
