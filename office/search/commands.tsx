// The commands of the search: every page and every new record that the user may open, booking, language, theme, signing out.
import AddIcon from '@mui/icons-material/Add'
import DarkIcon from '@mui/icons-material/Brightness4'
import LightIcon from '@mui/icons-material/Brightness7'
import BookIcon from '@mui/icons-material/HowToReg'
import KeyboardIcon from '@mui/icons-material/Keyboard'
import SignOutIcon from '@mui/icons-material/Logout'
import AccountIcon from '@mui/icons-material/ManageAccounts'
import LanguageIcon from '@mui/icons-material/Translate'
import PageIcon from '@mui/icons-material/WebAssetOutlined'
import { useMediaQuery } from '@mui/material'
import { useLocaleState, useLocales, useLogout, useTranslate } from 'ra-core'
import type { ReactElement } from 'react'
import { useNotify, useTheme } from 'react-admin'
import { bookContactsRights } from '../../server/platform/ground/rights.ts'
import { rightFor } from '../shell/api/auth-provider.ts'
import { hasRight, useHasRight, useSession } from '../shell/api/session.ts'
import { showShortcuts } from '../shell/keyboard/shortcuts-dialog-state.ts'
import { shellTexts } from '../shell/language/shell-texts.ts'
import type { TextTree } from '../shell/language/texts.ts'
import { useSections } from '../shell/section/sections-context.ts'
import type { Command } from './match-commands.ts'
import { searchTexts } from './texts.ts'

/** A name, for languages in which it begins a sentence, and for others. */
const namesOf = (name: string) => ({ name, lowerName: name.toLowerCase() })

const nameKey = (resource: string): string => `resources.${resource}.name`

/** Pages beside those of the menu and the lists of records. */
const otherPages = [
  { to: '/account', text: 'shell.account', icon: <AccountIcon /> },
  { to: '/date-lanes', text: 'dates.lanes.title' },
  { to: '/plan-dates', text: 'dates.plan.menu' },
  { to: '/duplicates', text: 'contacts.duplicates.title' },
  { to: '/lookups', text: 'settings.lookups.title' },
]

const textIn = (tree: TextTree, key: string): string | undefined => {
  const text = key
    .split('.')
    .reduce<TextTree | string | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      tree,
    )
  return typeof text === 'string' ? text : undefined
}

/** The texts of keys in all languages, singular and plural. */
function useTerms(): (...keys: string[]) => string[] {
  const trees = [...useSections().flatMap(({ texts }) => texts ?? []), shellTexts, searchTexts]
  return (...keys) =>
    keys.flatMap((key) =>
      trees
        .flatMap(({ de, en }) => [textIn(de, key), textIn(en, key)])
        .flatMap((text) => text?.split(' |||| ') ?? []),
    )
}

/** Opens a page of the menu, a list of records, or another page. */
function usePageCommands(): Command[] {
  const translate = useTranslate()
  const session = useSession()
  const termsOf = useTerms()
  const sections = useSections()
  const routes = sections.flatMap((section) => section.routes ?? [])
  const menu = sections.flatMap((section) => section.menu ?? []).toSorted((a, b) => a.order - b.order)
  const pages = [
    ...menu.map(({ to, text, icon, right }) => ({
      to,
      title: translate(text, { smart_count: 2 }),
      keys: [text],
      icon,
      right,
    })),
    ...sections
      .flatMap((section) => section.resources ?? [])
      .filter(({ list }) => list)
      .map((resource) => ({
        to: `/${resource.name}`,
        title: translate(nameKey(resource.name), { smart_count: 2 }),
        keys: [nameKey(resource.name)],
        icon: undefined,
        right: rightFor(resource, 'list'),
      })),
    ...otherPages.map(({ to, text, icon }) => ({
      to,
      title: translate(text),
      keys: [text],
      icon,
      right: routes.find(({ path }) => path === to)?.right,
    })),
  ]
  return pages
    .filter(
      ({ to, right }, index) => hasRight(right, session) && pages.findIndex((one) => one.to === to) === index,
    )
    .map(({ to, title, keys, icon }) => ({
      id: `open ${to}`,
      title,
      terms: termsOf(...keys, nameKey(to.slice(1))),
      icon: icon ?? <PageIcon />,
      path: to,
    }))
}

function useCreateCommands(): Command[] {
  const translate = useTranslate()
  const session = useSession()
  const termsOf = useTerms()
  return useSections()
    .flatMap((section) => section.resources ?? [])
    .filter((resource) => resource.create && hasRight(rightFor(resource, 'create'), session))
    .map(({ name }) => ({
      id: `create ${name}`,
      title: translate('search.command.create', namesOf(translate(nameKey(name), { smart_count: 1 }))),
      terms: termsOf(nameKey(name), 'search.command.createTerms', `search.command.also.${name}`),
      icon: <AddIcon />,
      path: `/${name}/create`,
    }))
}

function useSignOut(): () => Promise<void> {
  const notify = useNotify()
  const logout = useLogout()
  return async () => {
    try {
      await logout()
    } catch (error) {
      notify(error instanceof Error ? error.message : 'shell.error.server', { type: 'error' })
    }
  }
}

/** Booking, theme, language, shortcuts, signing out. */
function useActionCommands(book: () => void): Command[] {
  const translate = useTranslate()
  const termsOf = useTerms()
  const mayBook = useHasRight(bookContactsRights)
  const signOut = useSignOut()
  const [locale, setLocale] = useLocaleState()
  const otherLanguage = useLocales().find((one) => one.locale !== locale)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const [theme, setTheme] = useTheme(systemIsDark ? 'dark' : 'light')
  const isDark = theme === 'dark'

  const simple = (
    name: string,
    icon: ReactElement,
    run: () => void,
    title = `search.command.${name}`,
  ): Command => ({
    id: name,
    title: translate(title),
    terms: termsOf(`search.command.${name}Terms`),
    icon,
    run,
  })
  return [
    ...(mayBook ? [simple('book', <BookIcon />, book)] : []),
    simple(
      'theme',
      isDark ? <LightIcon /> : <DarkIcon fontSize="small" color="action" />,
      () => setTheme(isDark ? 'light' : 'dark'),
      isDark ? 'search.command.light' : 'search.command.dark',
    ),
    ...(otherLanguage
      ? [
          {
            ...simple('language', <LanguageIcon />, () => setLocale(otherLanguage.locale)),
            title: translate('search.command.language', { name: otherLanguage.name }),
          },
        ]
      : []),
    simple('shortcuts', <KeyboardIcon />, showShortcuts),
    simple('signOut', <SignOutIcon />, () => void signOut(), 'ra.auth.logout'),
  ]
}

/** @param book opens the dialog for booking */
export function useCommands(book: (contactId?: number) => void): Command[] {
  const actions = useActionCommands(() => book())
  const pages = usePageCommands()
  const creations = useCreateCommands()
  return [...actions, ...pages, ...creations]
}
