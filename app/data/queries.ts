import { QueryClient } from '@tanstack/react-query'

/** Reads behind a sign-in: no refetch on window focus, one retry (specification section 9). */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 15_000 } },
})
