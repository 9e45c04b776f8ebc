import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import { conflictsOf } from '../../ui/stale-edit.tsx'
import type { Conflict } from '../../ui/stale-edit.tsx'
import { changesBetween } from '../../../ui/form/edit-state.ts'
import { COLUMNS, choicesOf, productIn, rowIds } from './draft.ts'
import type { FamilyDraft, FamilyTexts } from './draft.ts'

const LABELS: Record<keyof FamilyTexts, string> = {
  name: say.fields.name,
  options: say.fields.options,
  mixedTiers: say.fields.mixedTiers,
  description: productWords.description,
  brand: productWords.brand,
  categoryId: productWords.category,
  gst: productWords.gst,
  hsn: productWords.hsn,
  countryOfOrigin: productWords.countryOfOrigin,
  manufacturer: productWords.manufacturer,
  genericName: productWords.genericName,
  bestBefore: productWords.bestBefore,
  licence: productWords.licence,
  ingredients: productWords.ingredients,
  howToUse: productWords.howToUse,
}

type Texts = Record<string, unknown>

/** The form's fields as the table of a stale edit shows them: values by name and swatch, cells by the name of their product. */
function textsOf(draft: FamilyDraft, categories: ReadonlyMap<string, string>): Texts {
  const texts: Texts = { ...draft, categoryId: categories.get(draft.categoryId) ?? (draft.categoryId === '' ? '' : productWords.goneCategory) }
  for (const { id, name, colour, picture } of choicesOf(draft).flat())
    texts[`choice ${id}`] = [name, colour, picture && say.withPicture].filter(Boolean).join(', ')
  for (const id of rowIds(draft)) texts[`state ${id}`] = draft[`state ${id}`] === 'in' ? say.inFamily : say.notInFamily
  return texts
}

/** "Mine" is the result of saving over the other version: only what was changed here is written, everything else stays theirs. */
export function familyConflicts(before: FamilyDraft, theirs: FamilyDraft, mine: FamilyDraft, categories: ReadonlyMap<string, string>): Conflict[] {
  const all = [before, theirs, mine]
  const labels: Record<string, string> = { ...LABELS }
  for (const { id, option } of all.flatMap((draft) => choicesOf(draft).flat())) labels[`choice ${id}`] = say.valueOf(theirs.options[option] ?? '')
  for (const id of new Set(all.flatMap(rowIds))) {
    const product = all.map((draft) => productIn(draft, id)?.name).find(Boolean) ?? say.isNew
    labels[`state ${id}`] = product
    for (const column of COLUMNS) labels[`${column} ${id}`] = say.cell(say.columns[column], product)
  }
  const [was, now] = [textsOf(before, categories), textsOf(theirs, categories)]
  return conflictsOf(was, now, { ...now, ...changesBetween(was, textsOf(mine, categories)) }, labels)
}
