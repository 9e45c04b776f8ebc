import { useQuery } from '@tanstack/react-query'
import { fetchPhoto, fetchPhotoIds } from './returns.ts'

/** The photos of a return as addresses of images. They never change, so one that was read is not read again. */
export function usePhotos(returnId: string) {
  return useQuery({
    queryKey: ['return-photos', returnId],
    queryFn: async () => Promise.all((await fetchPhotoIds(returnId)).map(fetchPhoto)),
    staleTime: Infinity,
  })
}
