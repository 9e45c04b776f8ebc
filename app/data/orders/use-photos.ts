import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { fetchPhoto, fetchPhotoIds } from './returns.ts'

const keyOf = (returnId: string) => ['return-photos', returnId]

/** The photos of a return as addresses of images. Photos are added and never change, so one that was read is not read again. */
export function usePhotos(returnId: string) {
  return useQuery({
    queryKey: keyOf(returnId),
    queryFn: async () => {
      const ids = await fetchPhotoIds(returnId)
      return Promise.all(ids.map((id) => queryClient.ensureQueryData({ queryKey: ['return-photo', id], queryFn: () => fetchPhoto(id), staleTime: Infinity })))
    },
  })
}

/** After photos were sent: the return may be on the page already, read before they arrived. */
export const photosChanged = (returnId: string): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(returnId) })
