// The side menu: the entries of all sections for which the user has the right, in groups.
import { Box, Divider, MenuList, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { MenuItemLink, useSidebarState } from 'react-admin'
import { hasRight, useSession } from '../api/session.ts'
import { type MenuEntry, menuGroups } from './section.ts'
import { sections } from './sections.ts'
import { sidebar } from './theme.ts'

const entries: readonly MenuEntry[] = sections
  .flatMap((section) => section.menu ?? [])
  .toSorted((a, b) => a.order - b.order)

export function SideMenu() {
  const translate = useTranslate()
  const session = useSession()
  const [open] = useSidebarState()
  const { width, closedWidth } = sidebar
  const groups = menuGroups
    .map((group) => ({
      group,
      shown: entries.filter((entry) => entry.group === group && hasRight(entry.right, session)),
    }))
    .filter(({ shown }) => shown.length > 0)

  return (
    <Box
      component="nav"
      aria-label={translate('shell.menu')}
      sx={{ pb: 3, pt: 1, width: open ? width : closedWidth }}
    >
      {groups.map(({ group, shown }, index) => (
        <div key={group}>
          {open ? (
            <Typography
              variant="overline"
              component="h2"
              id={`menu-${group}`}
              color="textSecondary"
              sx={{ px: 2.25, pt: index === 0 ? 0 : 1 }}
            >
              {translate(`shell.group.${group}`)}
            </Typography>
          ) : (
            index > 0 && <Divider sx={{ my: 1 }} />
          )}
          <MenuList disablePadding aria-label={translate(`shell.group.${group}`)}>
            {shown.map(({ to, text, icon }) => (
              <MenuItemLink key={to} to={to} primaryText={translate(text)} leftIcon={icon} />
            ))}
          </MenuList>
        </div>
      ))}
    </Box>
  )
}
