// A section of the back office: pages, menu entries, texts.
import type { ComponentType, ReactElement } from 'react'
import type { ResourceProps } from 'react-admin'
import type { Rights } from '../api/auth-provider.ts'
import type { ReadAhead } from '../api/read-ahead.ts'
import type { RequiredRight } from '../api/session.ts'
import type { Texts } from '../language/texts.ts'

/** A resource of react-admin: `name` is the path below /office/api. */
export type SectionResource = ResourceProps & {
  right?: Rights
  /** Subject of the change log; by default, the resource's name without its s. */
  subject?: string
}

/** The subject of a resource in the change log, unless it names another one. */
export const defaultSubject = (resource: string): string => resource.replace(/s$/, '')

export interface SectionRoute {
  path: string
  element: ReactElement
  right?: RequiredRight
  /** Without menu and app bar, for printing. */
  noLayout?: true
}

/** The groups of the side menu, in order. */
export const menuGroups = ['day', 'people', 'catalogue', 'billing', 'settings'] as const

export interface MenuEntry {
  to: string
  /** Key of the text; of a name in singular and plural, the plural is shown. */
  text: string
  icon: ReactElement
  group: (typeof menuGroups)[number]
  right?: RequiredRight
  /** Position within its group. */
  order: number
}

export interface OfficeSection {
  resources?: readonly SectionResource[]
  /** The path `/` is the start page. */
  routes?: readonly SectionRoute[]
  readAhead?: ReadAhead
  menu?: readonly MenuEntry[]
  /** In the app bar of every page. */
  inAppBar?: ComponentType
  texts?: Texts
}
