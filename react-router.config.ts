import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // A screen is one file: a loader of its own in another could be missing when the line is.
  splitRouteModules: false,
} satisfies Config
