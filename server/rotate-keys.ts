/** The change of the keys in DATA_DIR/keys.json: new ones at once, the old ones accepted until the change is finished. */
import { dataKeysOf, makeKeys, type Keys } from './keys.ts'

/** Why a change cannot begin or end now. */
export class RotationError extends Error {}

/**
 * New keys, with the old ones accepted besides. The data key changes too if it is the secret of tokens, as in shops started before there was
 * a data key, or if `data` asks for it.
 *
 * @throws RotationError while an earlier change is not finished
 */
export async function rotated(keys: Keys, { data, now }: { data: boolean; now: Date }): Promise<Keys> {
  if (keys.also) throw new RotationError('The last change of the keys is not finished: npm run rotate-keys -- finish')
  const made = await makeKeys()
  const renews = data || keys.data_key === keys.jwt_secret
  return {
    ...made,
    data_key: renews ? made.data_key : keys.data_key,
    also: {
      jwt_secrets: [keys.jwt_secret],
      publishable_keys: [keys.publishable_key],
      secret_keys: [keys.secret_key],
      data_keys: renews ? [...dataKeysOf(keys)] : [],
      since: now.toISOString(),
      started: false,
    },
  }
}

/**
 * The new keys alone.
 *
 * @throws RotationError without a change, or before the shop has sealed its data with the new keys, which a start does
 */
export function finished({ also, ...keys }: Keys): Keys {
  if (!also) throw new RotationError('There is nothing to finish: no older keys are accepted.')
  if (!also.started) throw new RotationError('The shop has not started with the new keys yet: restart it first.')
  return keys
}
