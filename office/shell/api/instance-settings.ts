import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** The settings of the instance, for administrators; undefined until they are loaded. */
export const useInstanceSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: async () => (await api('GET', '/settings'))[0],
  }).data
