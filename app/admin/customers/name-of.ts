import * as say from '#words/admin-customers.ts'

/** The display name of a customer: their name, else the company. */
export const nameOf = ({ full_name, company_name }: { full_name: string | null; company_name: string | null }): string =>
  full_name?.trim() || company_name?.trim() || say.noName
