/** The heaviest shipping weight of one unit, in grams; as the check of products.weight_grams. */
const MOST_GRAMS = 100_000

/** Whole grams, 1 g to 100 kg. */
export const isWeight = (grams: number): boolean => Number.isInteger(grams) && grams >= 1 && grams <= MOST_GRAMS
