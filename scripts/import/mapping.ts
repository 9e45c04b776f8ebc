import * as v from 'valibot'
import { comparable } from '#domain/product-import/tidy-text.ts'

const slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/))

const schema = v.object({
  /** Part of every import key: another list with another `source` never touches this list's products. */
  source: slug,
  categories: v.array(v.object({ slug, name: v.string(), name_hi: v.optional(v.string()), parent: v.optional(slug) })),
  /** The first rule that matches applies; `name` is a case-insensitive regular expression on the product's name. */
  rules: v.array(
    v.object({
      sub_category: v.optional(v.string()),
      type: v.optional(v.string()),
      name: v.optional(v.string()),
      category: slug,
      hsn: v.pipe(v.string(), v.regex(/^[0-9]{4}([0-9]{2}){0,2}$/)),
      gst: v.picklist([0, 3, 5, 18, 40]),
    }),
  ),
})

export type MappedCategory = { slug: string; name: string; name_hi?: string | undefined; parent?: string | undefined }
export type Place = { category: string; hsn: string; gst: number }
export type Mapping = { source: string; categories: MappedCategory[]; placeOf(item: { name: string; subCategory: string; type: string }): Place | null }

/** Reads a mapping file. Throws an error with a sentence about what is wrong with it. */
export function readMapping(text: string): Mapping {
  const read = v.safeParse(schema, JSON.parse(text))
  if (!read.success) {
    const [issue] = read.issues
    throw new Error(`The mapping is not usable: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  }
  const { source, categories, rules } = read.output
  const known = new Set(categories.map((category) => category.slug))
  for (const { slug: name, parent } of categories)
    if (parent && !known.has(parent)) throw new Error(`The mapping puts "${name}" under "${parent}", which it does not have`)
  for (const { category } of rules) if (!known.has(category)) throw new Error(`The mapping sends goods to "${category}", which it does not have`)
  const compiled = rules.map((rule) => ({
    ...rule,
    subCategory: rule.sub_category === undefined ? null : comparable(rule.sub_category),
    kind: rule.type === undefined ? null : comparable(rule.type),
    pattern: rule.name === undefined ? null : new RegExp(rule.name, 'iu'),
  }))
  return {
    source,
    categories,
    placeOf(item) {
      const [subCategory, kind] = [comparable(item.subCategory), comparable(item.type)]
      const rule = compiled.find(
        (each) =>
          (each.subCategory === null || each.subCategory === subCategory) &&
          (each.kind === null || each.kind === kind) &&
          (each.pattern === null || each.pattern.test(item.name)),
      )
      return rule ? { category: rule.category, hsn: rule.hsn, gst: rule.gst } : null
    },
  }
}
