// The layout of every page.
import { deDE } from '@mui/material/locale'
import { createTheme, type Theme, ThemeProvider } from '@mui/material/styles'
import { useLocale, useLocaleState, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Layout, Sidebar, type SidebarProps } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { useSession } from '../shell/api/session.ts'
import { Shortcuts } from '../shell/keyboard/shortcuts.tsx'
import { useIsNarrow } from '../shell/theme/use-is-narrow.ts'
import { TopBar } from './app-bar.tsx'
import { Dialogs } from './dialogs.tsx'
import { SideMenu } from './menu.tsx'

/** Switches to the language of the account, once per sign-in. */
function useAccountLanguage(): void {
  const session = useSession()
  const [locale, setLocale] = useLocaleState()
  const accountLanguage = session?.language
  const user = session?.user.id
  const appliedFor = useRef(0)
  useEffect(() => {
    if (!user || appliedFor.current === user) return
    // The user may switch the language afterwards.
    appliedFor.current = user
    if (accountLanguage && accountLanguage !== locale) setLocale(accountLanguage)
  }, [user, accountLanguage, locale, setLocale])
}

/**
 * The element that opened a page is often gone with the page before, at once or when the new one has loaded: the new page takes the
 * focus, which would be at the top, until the user presses something.
 */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const giveFocus = () => {
      const content = document.getElementById('main-content')
      if (!content || document.activeElement !== document.body) return
      content.tabIndex = -1
      content.style.outline = 'none'
      content.focus({ preventScroll: true })
    }
    giveFocus()
    const timer = setInterval(giveFocus, 100)
    const pressed = new AbortController()
    const stop = () => {
      clearInterval(timer)
      pressed.abort()
    }
    for (const kind of ['keydown', 'pointerdown'])
      document.addEventListener(kind, stop, { capture: true, signal: pressed.signal })
    return stop
  }, [pathname])
}

/** On a narrow screen the menu is a dialog, which needs a name. */
function NamedSidebar(props: SidebarProps) {
  const translate = useTranslate()
  const narrow = useIsNarrow()
  // The key remounts the menu when the window becomes narrow; otherwise its closing backdrop would cover the page invisibly.
  return (
    <Sidebar
      key={String(narrow)}
      {...props}
      slotProps={{ paper: { 'aria-label': translate('shell.menu') } }}
    />
  )
}

const inGerman = (theme: Theme): Theme => createTheme(theme, deDE)
const inEnglish = (theme: Theme): Theme => theme

export function OfficeLayout({ children }: { children: ReactNode }) {
  useAccountLanguage()
  useFocusOnNewPage()
  return (
    // Names that MUI's components give by themselves, such as that of the arrow of a field.
    <ThemeProvider theme={useLocale() === 'de' ? inGerman : inEnglish}>
      <Layout appBar={TopBar} appBarAlwaysOn menu={SideMenu} sidebar={NamedSidebar}>
        {children}
        <Dialogs />
        <Shortcuts />
      </Layout>
    </ThemeProvider>
  )
}
