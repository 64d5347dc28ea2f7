// What a folder of the back office adds to it: pages, entries of the menu, texts.
import type { ComponentType, ReactElement } from 'react'
import type { ResourceProps } from 'react-admin'

/** A right, several that are all needed, or none: any user. */
export type Right = string | readonly string[]

/** Rights by what is done; what is not named needs the right of `list`. */
export type Rights = Right | { list?: Right; show?: Right; create?: Right; edit?: Right; delete?: Right }

/** A resource of react-admin: `name` is the path below /office/api. */
export type SectionResource = ResourceProps & {
  right?: Rights
  /** Subject in the log of changes, where it is not the resource's name without its s: needed for the conflict dialog. */
  subject?: string
}

export interface SectionRoute {
  path: string
  element: ReactElement
  right?: Right
  /** Without menu and bar: for paper. */
  noLayout?: true
}

/** Sections of the side menu, in this order. */
export const menuGroups = ['day', 'people', 'catalogue', 'billing', 'settings'] as const

export interface MenuEntry {
  to: string
  /** Key of the text. */
  text: string
  icon: ReactElement
  group: (typeof menuGroups)[number]
  right?: Right
  /** Place within its group. */
  order: number
}

export interface TextTree {
  [key: string]: string | TextTree
}

export interface Texts {
  de: TextTree
  en: TextTree
}

/** The texts of a table of the server's errors: `errors: { leads: { … } satisfies ErrorTexts<typeof leadErrors> }`. */
export type ErrorTexts<T> = Record<keyof T, string>

export interface OfficeSection {
  resources?: readonly SectionResource[]
  /** The path `/` is the start page. */
  routes?: readonly SectionRoute[]
  menu?: readonly MenuEntry[]
  /** Stands in the bar at the top of every page. */
  inAppBar?: ComponentType
  texts: Texts
  /** German for sentences of the server's errors that have no code yet. */
  serverTexts?: Readonly<Record<string, string>>
}

/** The same keys as T, with other texts. */
type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

/** Texts in both languages; the compiler finds what is missing in one of them. */
export const texts = <T extends TextTree>(both: { de: T; en: SameKeys<T> }): Texts => both as Texts
