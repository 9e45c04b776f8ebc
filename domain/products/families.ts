/** Which product a choice of shade or size leads to (docs/decisions/0065-families.md). */

export type FamilyMember = { id: string; name: string; stock: number; value_1: string | null; value_2: string | null; value_3: string | null }
export type FamilyValue = { id: string; option: number; name: string; colour: string | null; picture: string | null }

export type Choice<Member extends FamilyMember = FamilyMember> = {
  option: string
  values: (Omit<FamilyValue, 'option'> & { member: Member; chosen: boolean })[]
}

/**
 * The options with the values that there are, in their order. A value leads to the product that differs from the current one in this value
 * alone; without such a product to the one that has most values in common with it, one in stock first. Values of no product are left out.
 */
export function choicesOf<Member extends FamilyMember>(
  options: readonly string[],
  values: readonly FamilyValue[],
  members: readonly Member[],
  current: FamilyMember,
): Choice<Member>[] {
  const own = valuesOf(current)
  const inCommon = (member: FamilyMember) => valuesOf(member).filter((value, place) => value === own[place]).length
  const nearestFirst = members.toSorted((a, b) => inCommon(b) - inCommon(a) || Number(b.stock > 0) - Number(a.stock > 0))
  return options.map((option, place) => ({
    option,
    values: values.flatMap(({ option: at, ...value }) => {
      const member = at === place + 1 ? nearestFirst.find((one) => valuesOf(one)[place] === value.id) : undefined
      return member ? [{ ...value, member, chosen: own[place] === value.id }] : []
    }),
  }))
}

const valuesOf = ({ value_1, value_2, value_3 }: FamilyMember) => [value_1, value_2, value_3]
