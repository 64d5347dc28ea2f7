// A section of the back office: pages, menu entries, texts.
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactElement } from 'react'
import type { ResourceProps } from 'react-admin'
import type { Params } from 'react-router-dom'

/** A right, or several that are all required. */
export type Right = string | readonly string[]

/** Rights by page; the default is the right of `list`. */
export type Rights = Right | { list?: Right; show?: Right; create?: Right; edit?: Right; delete?: Right }

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
  right?: Right
  /** Without menu and app bar, for printing. */
  noLayout?: true
}

/** Starts the queries of a page, by the parameters of its path and its query. */
export type ReadPage = (client: QueryClient, params: Params, query: URLSearchParams) => void

/** By the path of the page. Its code is loaded ahead, too. */
export type ReadAhead = Readonly<Record<string, () => Promise<ReadPage>>>

/** The groups of the side menu, in order. */
export const menuGroups = ['day', 'people', 'catalogue', 'billing', 'settings'] as const

export interface MenuEntry {
  to: string
  /** Key of the text. */
  text: string
  icon: ReactElement
  group: (typeof menuGroups)[number]
  right?: Right
  /** Position within its group. */
  order: number
}

export interface TextTree {
  [key: string]: string | TextTree
}

export interface Texts {
  de: TextTree
  en: TextTree
}

/** The texts of an error table of the server: `errors: { leads: { … } satisfies ErrorTexts<typeof leadErrors> }`. */
export type ErrorTexts<T> = Record<keyof T, string>

export interface OfficeSection {
  resources?: readonly SectionResource[]
  /** The path `/` is the start page. */
  routes?: readonly SectionRoute[]
  readAhead?: ReadAhead
  menu?: readonly MenuEntry[]
  /** In the app bar of every page. */
  inAppBar?: ComponentType
  texts: Texts
}

/** The same keys as T, with other texts. */
type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

/** Texts in both languages, with the same keys. */
export const texts = <T extends TextTree>(both: { de: T; en: SameKeys<T> }): Texts => both as Texts
