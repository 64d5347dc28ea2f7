// The records that a user opened last. The browser keeps their paths by user, never their names: these come from the server, as
// far as the user may see the records now.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { searchedResources } from '../../server/search/search-kinds.ts'
import { api } from '../shell/api/api.ts'
import { useSession } from '../shell/api/session.ts'
import type { SearchHit } from './hit.ts'

const maxShown = 10
/** More than are shown, because some may be gone. */
const maxKept = 16

const keyOf = (userId: number): string => `kontor.opened.${userId}`

const recordPattern = new RegExp(`^/((?:${searchedResources.join('|')})/[1-9][0-9]{0,8})(?:/|$)`)

/** `contacts/12` for every page of this record. */
const recordOf = (pathname: string): string | undefined => recordPattern.exec(pathname)?.[1]

function readOpened(userId: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((path) => typeof path === 'string' && recordOf(`/${path}`))
      : []
  } catch {
    return []
  }
}

/** Keeps the record of the page in mind. */
export function useRememberOpened(): void {
  const userId = useSession()?.user.id
  const path = recordOf(useLocation().pathname)
  useEffect(() => {
    if (userId === undefined || path === undefined) return
    const others = readOpened(userId).filter((one) => one !== path)
    localStorage.setItem(keyOf(userId), JSON.stringify([path, ...others].slice(0, maxKept)))
  }, [userId, path])
}

/** The records opened last, the latest first, without that of the page. */
export function useOpened(enabled = true): SearchHit[] {
  const userId = useSession()?.user.id ?? 0
  const current = recordOf(useLocation().pathname)
  const paths = enabled ? readOpened(userId).filter((path) => path !== current) : []
  const { data = [] } = useQuery({
    queryKey: ['search', 'opened', userId, paths],
    queryFn: () => api('GET', '/search/records', { query: { paths } }),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
  })
  return paths.length > 0 ? data.slice(0, maxShown) : []
}
