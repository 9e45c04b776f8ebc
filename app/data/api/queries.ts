import { QueryClient } from '@tanstack/react-query'

/**
 * Reads of signed-in screens: no refetch on window focus, one retry (docs/rules.md#failed-reads). Without a connection a read is
 * attempted and fails, instead of waiting behind a skeleton forever.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 15_000, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})
