import type { NavigateFunction } from 'react-router'
import * as say from '#words/wishlist.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { accountMarks, sessionKnown } from './account-marks.ts'
import { rememberWish, takeWish } from './remembered-wish.ts'
import { serverMessage } from '../api/server-message.ts'
import type { Marks } from './marks.ts'
import { loadSupabase } from '../api/supabase.ts'

type Named = { id: string; /** left out when unknown */ name?: string }

export type Wishlist = {
  follow(): void
  /** The heart: adds to the wishlist or removes from it. A visitor is sent to the login, and finds the product on the list afterwards. */
  press(product: Named, navigate: NavigateFunction): Promise<void>
  /** Offers an undo. */
  remove(product: Named): Promise<void>
}

let opened: Wishlist | null = null

export function openWishlist(wishes: Marks): Wishlist {
  return (opened ??= makeWishlist(wishes))
}

function makeWishlist(wishes: Marks): Wishlist {
  const list = accountMarks(wishes, 'shringar-wishlist', fetchIds, carryOut)

  async function add({ id, name }: Named): Promise<void> {
    try {
      await list.change(id, true, (userId) => insertRow(userId, id))
      toast({ title: say.added, description: name, name, tone: 'success', action: { label: say.viewWishlist, to: '/wishlist' } })
    } catch (error) {
      toast({ title: say.addFailed, description: serverMessage(error, say.tryAgain), tone: 'error' })
    }
  }

  async function remove(product: Named): Promise<void> {
    const { id, name } = product
    list.follow()
    try {
      await list.change(id, false, (userId) => deleteRow(userId, id))
      toast({ title: say.removed, description: name, name, tone: 'success', action: { label: say.undo, onClick: () => void add(product) } })
    } catch (error) {
      toast({ title: say.removeFailed, description: serverMessage(error, say.tryAgain), tone: 'error' })
    }
  }

  /** Carries out what the visitor pressed before the sign-in. */
  async function carryOut(): Promise<void> {
    const wanted = takeWish()
    if (wanted?.kind === 'wish') await add({ id: wanted.productId })
    if (wanted?.kind === 'notify') await (await import('./stock-requests.ts')).askWhenBack({ id: wanted.productId })
  }

  return {
    follow: () => list.follow(),
    async press(product, navigate) {
      list.follow()
      const { signedIn } = await sessionKnown()
      if (signedIn) return wishes.read()?.has(product.id) ? remove(product) : add(product)
      rememberWish({ kind: 'wish', productId: product.id })
      await navigate('/login', { state: { from: location.pathname + location.search } })
    },
    remove,
  }
}

async function fetchIds(userId: string): Promise<string[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('wishlist_items').select('product_id').eq('user_id', userId)
  if (error) throw new Error(error.message)
  return data.map((row) => row.product_id)
}

async function insertRow(userId: string, productId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client
    .from('wishlist_items')
    .upsert({ user_id: userId, product_id: productId }, { onConflict: 'user_id,product_id', ignoreDuplicates: true })
  // The policy allows only products that are sold.
  if (error?.code === '42501' && /row-level security/.test(error.message)) throw new Error(say.noLongerSold)
  if (error) throw new Error(error.message)
}

async function deleteRow(userId: string, productId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('wishlist_items').delete().eq('user_id', userId).eq('product_id', productId)
  if (error) throw new Error(error.message)
}
