// The bar at the top: whose instance this is, the page's title, search, language, light or dark, own account.
import AccountIcon from '@mui/icons-material/ManageAccounts'
import { Box, ListItemIcon, ListItemText, MenuItem, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import {
  AppBar,
  LoadingIndicator,
  LocalesMenuButton,
  Logout,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useUserMenu,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { parts } from './parts.ts'
import { useSession } from './session.ts'

const slots = parts.flatMap((part) => part.inAppBar ?? [])

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

function Instance() {
  const translate = useTranslate()
  const session = useSession()
  if (!session) return null
  const names = session.clients.map(({ name }) => name)
  const own = session.clients.find(({ id }) => id === session.defaultClientId)?.name ?? names[0] ?? ''
  return (
    <Tooltip title={names.length > 1 ? translate('shell.clients', { names: names.join(', ') }) : ''}>
      <Box sx={{ display: { xs: 'none', md: 'block' }, lineHeight: 1.15, mr: 3, maxWidth: 220 }}>
        <Typography variant="body1" noWrap sx={{ fontWeight: 600 }}>
          {session.name}
        </Typography>
        {own !== '' && own !== session.name && (
          <Typography variant="caption" component="p" noWrap>
            {own}
          </Typography>
        )}
      </Box>
    </Tooltip>
  )
}

const Tools = () => (
  <>
    <LocalesMenuButton />
    <ToggleThemeButton />
    <LoadingIndicator />
  </>
)

export function TopBar() {
  const session = useSession()
  return (
    <AppBar
      alwaysOn
      toolbar={<Tools />}
      userMenu={
        <UserMenu label={session?.user.name}>
          <AccountItem />
          <Logout />
        </UserMenu>
      }
    >
      <Instance />
      <TitlePortal component="h1" variant="h6" />
      {slots.map((Slot) => (
        <Slot key={Slot.displayName ?? Slot.name} />
      ))}
    </AppBar>
  )
}
