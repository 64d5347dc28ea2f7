import RoleIcon from '@mui/icons-material/BadgeOutlined'
import ClientIcon from '@mui/icons-material/BusinessOutlined'
import UserIcon from '@mui/icons-material/ManageAccountsOutlined'
import TokenIcon from '@mui/icons-material/VpnKeyOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { accessTexts } from './texts.ts'
import { usersTexts } from './users-texts.ts'

const AccountPage = lazyComponent(async () => (await import('./account-page.tsx')).AccountPage)
const UserList = lazyComponent(async () => (await import('./user-pages.tsx')).UserList)
const UserCreate = lazyComponent(async () => (await import('./user-pages.tsx')).UserCreate)
const UserEdit = lazyComponent(async () => (await import('./user-pages.tsx')).UserEdit)
const RoleList = lazyComponent(async () => (await import('./role-pages.tsx')).RoleList)
const RoleCreate = lazyComponent(async () => (await import('./role-pages.tsx')).RoleCreate)
const RoleEdit = lazyComponent(async () => (await import('./role-pages.tsx')).RoleEdit)
const TokenList = lazyComponent(async () => (await import('./token-pages.tsx')).TokenList)
const TokenCreate = lazyComponent(async () => (await import('./token-create.tsx')).TokenCreate)
const ClientList = lazyComponent(async () => (await import('./client-pages.tsx')).ClientList)
const ClientCreate = lazyComponent(async () => (await import('./client-pages.tsx')).ClientCreate)
const ClientEdit = lazyComponent(async () => (await import('./client-pages.tsx')).ClientEdit)

const right = 'admin'
const group = 'settings'

export const section: OfficeSection = {
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
    {
      name: 'roles',
      list: <RoleList />,
      create: <RoleCreate />,
      edit: <RoleEdit />,
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
    { to: '/roles', text: 'roles.menu', icon: <RoleIcon />, group, order: 15, right },
    { to: '/tokens', text: 'tokens.title', icon: <TokenIcon />, group, order: 20, right },
    { to: '/clients', text: 'users.clientsMenu', icon: <ClientIcon />, group, order: 30, right },
  ],
  texts: {
    de: { ...accessTexts.de, ...usersTexts.de },
    en: { ...accessTexts.en, ...usersTexts.en },
  },
}
