import { fieldsOf, text } from '../check-body.ts'
import type { FunctionContext } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { asOwner, ownerFunction } from './owner-function.ts'

/**
 * POST /functions/v1/remove-demo `{ password, store_name }`: removes the demo's goods, customers, orders and documents in one
 * transaction, then their pictures (docs/decisions/0073-removing-the-demo.md). If the storage fails, the pictures stay noted, and the
 * next call removes them.
 *
 * @returns 200 `{ files_left }` · 400 INVALID: another name · 409 NO_DEMO, OPEN_ORDERS
 */
export const removeDemo = ownerFunction('owner.settings', fieldsOf({ store_name: text }), async (context, owner, { store_name: store }) => {
  await asOwner(context, owner, 'demo_removed', (query) => query('select private.remove_demo($1)', [store]))
  return jsonAnswer(200, { files_left: await removePictures(context) })
})

/** The number of pictures that could not be removed. */
async function removePictures(context: FunctionContext): Promise<number> {
  const [row] = await context.asOrderService((query) => query<{ files: string[] }>('select private.demo_files() as files'))
  const files = row?.files ?? []
  try {
    for (const bucket of new Set(files.map((file) => file.split('/')[0] ?? ''))) {
      const own = files.filter((file) => file.startsWith(`${bucket}/`))
      await context.storage.remove(
        bucket,
        own.map((file) => file.slice(bucket.length + 1)),
      )
      await context.asOrderService((query) => query('select private.forget_demo_files($1)', [own]))
    }
    return 0
  } catch (error) {
    context.log('warn', 'remove-demo: Failed to remove pictures', error)
    return files.length
  }
}
