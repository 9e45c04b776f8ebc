import * as say from '#words/install.ts'
import type { ManualInstall } from './install-steps.ts'

export const installWords = {
  title: say.installStore,
  text: say.installText,
  install: say.installApp,
  later: say.notNow,
  done: say.gotIt,
  steps: {
    ios: say.stepsOnIos,
    'android-menu': say.stepsInAndroidMenu,
  } satisfies Record<ManualInstall, string[]>,
}
