/** What the panel shows, for the attributes of the search field. `active`: the id of the chosen cell. `said`: what a screen reader hears. */
export type Combobox = { id: string; open: boolean; active: string | undefined; said: string }
