import ClientIcon from '@mui/icons-material/BusinessOutlined'
import UserIcon from '@mui/icons-material/ManageAccountsOutlined'
import TokenIcon from '@mui/icons-material/VpnKeyOutlined'
import { lazily } from '../shell/app/lazy-page.tsx'
import type { Part } from '../shell/app/section.ts'
import { accessTexts } from './texts.ts'
import { usersServerTexts, usersTexts } from './users-texts.ts'

const AccountPage = lazily(async () => (await import('./account-page.tsx')).AccountPage)
const UserList = lazily(async () => (await import('./user-pages.tsx')).UserList)
const UserCreate = lazily(async () => (await import('./user-pages.tsx')).UserCreate)
const UserEdit = lazily(async () => (await import('./user-pages.tsx')).UserEdit)
const TokenList = lazily(async () => (await import('./token-pages.tsx')).TokenList)
const TokenCreate = lazily(async () => (await import('./token-pages.tsx')).TokenCreate)
const ClientList = lazily(async () => (await import('./client-pages.tsx')).ClientList)
const ClientCreate = lazily(async () => (await import('./client-pages.tsx')).ClientCreate)
const ClientEdit = lazily(async () => (await import('./client-pages.tsx')).ClientEdit)

const right = 'admin'
const group = 'settings'

export const part: Part = {
  routes: [{ path: '/account', element: <AccountPage /> }],
  resources: [
    {
      name: 'users',
      list: <UserList />,
      create: <UserCreate />,
      edit: <UserEdit />,
      recordRepresentation: 'name',
      right,
    },
    { name: 'tokens', list: <TokenList />, create: <TokenCreate />, recordRepresentation: 'label', right },
    {
      name: 'clients',
      list: <ClientList />,
      create: <ClientCreate />,
      edit: <ClientEdit />,
      recordRepresentation: 'name',
      right,
    },
  ],
  menu: [
    { to: '/users', text: 'users.menu', icon: <UserIcon />, group, order: 10, right },
    { to: '/tokens', text: 'tokens.title', icon: <TokenIcon />, group, order: 20, right },
    { to: '/clients', text: 'users.clientsMenu', icon: <ClientIcon />, group, order: 30, right },
  ],
  texts: {
    de: { ...accessTexts.de, ...usersTexts.de },
    en: { ...accessTexts.en, ...usersTexts.en },
  },
  serverTexts: usersServerTexts,
}
