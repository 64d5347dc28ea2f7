// The common parts of the page and the form of rules.
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'

export type Rule = Answer<'GET', '/message-rules'>
export type RulesBody = BodyOf<'PATCH', '/message-rules'>
/** The record whose rules are shown; empty: the instance. */
export type Owner = Pick<RulesBody, 'categoryId' | 'eventId' | 'dateId'>

export const rulesKey = ['message-rules']

export const documentNames: Record<Rule['documentKinds'][number], string> = {
  certificate: 'documents.certificates',
  'sign-in-sheet': 'documents.signInSheet',
  participants: 'documents.participants',
  badges: 'documents.badges',
  'table-cards': 'documents.tableCards',
  'trainer-folder': 'documents.trainerFolder',
}

export interface Choice<T> {
  id: T
  name: string
}

/** The templates and access rights of files that a rule can name. */
export function useRuleChoices(): { templates: Choice<number>[]; rights: Choice<string>[] } | undefined {
  const translate = useTranslate()
  const templates = useQuery({
    queryKey: ['communication-templates', 'all'],
    queryFn: () => api('GET', '/communication-templates', { query: { perPage: 200 } }),
  })
  const rights = useQuery({
    queryKey: ['file-access-rights'],
    queryFn: () => api('GET', '/file-access-rights'),
  })
  if (!templates.data || !rights.data) return undefined
  return {
    templates: templates.data.filter(({ cause }) => cause === '').map(({ id, name }) => ({ id, name })),
    rights: rights.data.map(({ id, name }) => ({
      id,
      name: translate(`catalogue.access.${id}`, { _: name }),
    })),
  }
}
