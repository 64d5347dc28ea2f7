// The app bar: name of the instance, title of the page, search, language, theme, account.
import KeyboardIcon from '@mui/icons-material/Keyboard'
import SignOutIcon from '@mui/icons-material/Logout'
import AccountIcon from '@mui/icons-material/ManageAccounts'
import GuideIcon from '@mui/icons-material/MenuBook'
import { Box, ListItemIcon, ListItemText, MenuItem, Tooltip, Typography } from '@mui/material'
import { useLocale, useLogout, useTranslate } from 'ra-core'
import { type SyntheticEvent, useEffect } from 'react'
import {
  AppBar,
  LoadingIndicator,
  LocalesMenuButton,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useNotify,
  useUserMenu,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { useSession } from '../shell/api/session.ts'
import { showShortcuts } from '../shell/keyboard/shortcuts-dialog-state.ts'
import { useIsNarrow } from '../shell/theme/use-is-narrow.ts'
import { sections } from './sections.ts'
import { LanguageItem, ThemeItem } from './user-menu-items.tsx'

const barComponents = sections.flatMap((section) => section.inAppBar ?? [])

function AccountItem() {
  const translate = useTranslate()
  const menu = useUserMenu()
  return (
    <MenuItem component={Link} to="/account" onClick={() => menu?.onClose()}>
      <ListItemIcon>
        <AccountIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('shell.account')}</ListItemText>
    </MenuItem>
  )
}

function GuideItem() {
  const translate = useTranslate()
  const locale = useLocale()
  const menu = useUserMenu()
  return (
    <MenuItem
      component="a"
      href={`/docs/${locale}`}
      target="_blank"
      rel="noopener"
      onClick={() => menu?.onClose()}
    >
      <ListItemIcon>
        <GuideIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('shell.guide')}</ListItemText>
    </MenuItem>
  )
}

function ShortcutsItem() {
  const translate = useTranslate()
  const menu = useUserMenu()
  const show = (): void => {
    menu?.onClose()
    showShortcuts()
  }
  return (
    <MenuItem onClick={show}>
      <ListItemIcon>
        <KeyboardIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('shell.keyboard.title')}</ListItemText>
    </MenuItem>
  )
}

function SignOutItem() {
  const translate = useTranslate()
  const notify = useNotify()
  const menu = useUserMenu()
  const logout = useLogout()
  const signOut = async (): Promise<void> => {
    menu?.onClose()
    try {
      await logout()
    } catch (error) {
      notify(error instanceof Error ? error.message : 'shell.error.server', { type: 'error' })
    }
  }
  return (
    <MenuItem onClick={signOut}>
      <ListItemIcon>
        <SignOutIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('ra.auth.logout')}</ListItemText>
    </MenuItem>
  )
}

function InstanceName() {
  const translate = useTranslate()
  const session = useSession()
  if (!session) return null
  const names = session.clients.map(({ name }) => name)
  const clientName = session.clients.find(({ id }) => id === session.defaultClientId)?.name ?? names[0] ?? ''
  return (
    <Tooltip title={names.length > 1 ? translate('shell.clients', { names: names.join(', ') }) : ''}>
      <Box sx={{ display: { xs: 'none', md: 'block' }, lineHeight: 1.15, mr: 3, maxWidth: 220 }}>
        <Typography variant="body1" noWrap sx={{ fontWeight: 600 }}>
          {session.instanceName}
        </Typography>
        {clientName !== '' && clientName !== session.instanceName && (
          <Typography variant="caption" component="p" noWrap>
            {clientName}
          </Typography>
        )}
      </Box>
    </Tooltip>
  )
}

/** Passes its props on to the loading indicator. */
const hiddenFromReaders: object = { 'aria-hidden': true }

function Tools() {
  const narrow = useIsNarrow()
  return (
    <>
      {!narrow && <LocalesMenuButton />}
      {!narrow && <ToggleThemeButton />}
      <LoadingIndicator {...hiddenFromReaders} />
    </>
  )
}

/** The title of the page; if it is cut off, a tooltip shows all of it. */
const showFullTitle = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
  currentTarget.title = currentTarget.textContent
}

/** Two lines, for long names. */
const titleStyle = {
  minWidth: 0,
  maxHeight: '2.5em',
  overflow: 'hidden',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  lineHeight: 1.25,
  fontSize: { xs: 'body2.fontSize', sm: 'h3.fontSize' },
}

/** The title of the page, in the bar and in the browser's tab. */
function PageTitle() {
  const instance = useSession()?.instanceName ?? ''
  useEffect(() => {
    const heading = document.getElementById('react-admin-title')!
    const update = () => {
      document.title = [heading.textContent.trim(), instance].filter(Boolean).join(' · ')
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(heading, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [instance])
  return <TitlePortal component="h1" variant="h6" sx={titleStyle} onPointerEnter={showFullTitle} />
}

export function TopBar() {
  const session = useSession()
  const narrow = useIsNarrow()
  return (
    <AppBar
      alwaysOn
      toolbar={<Tools />}
      userMenu={
        <UserMenu label={session?.user.name}>
          <AccountItem />
          <GuideItem />
          {narrow && <LanguageItem />}
          {narrow && <ThemeItem />}
          {!narrow && <ShortcutsItem />}
          <SignOutItem />
        </UserMenu>
      }
    >
      <InstanceName />
      <PageTitle />
      {barComponents.map((BarComponent) => (
        <BarComponent key={BarComponent.displayName ?? BarComponent.name} />
      ))}
    </AppBar>
  )
}
