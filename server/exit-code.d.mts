export const ONLY_A_PERSON: number
