// The side menu: the entries of all sections for which the user has the right, in groups that can be folded.
import FoldedIcon from '@mui/icons-material/ChevronRight'
import UnfoldedIcon from '@mui/icons-material/ExpandMore'
import { Box, ButtonBase, Divider, MenuList, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { MenuItemLink, useSidebarState, useStore } from 'react-admin'
import { hasRight, useSession } from '../shell/api/session.ts'
import { type MenuEntry, menuGroups } from '../shell/section/section.ts'
import { media, sidebar } from '../shell/theme/tokens.ts'
import { sections } from './sections.ts'

type Group = MenuEntry['group']

const entries: readonly MenuEntry[] = sections
  .flatMap((section) => section.menu ?? [])
  .toSorted((a, b) => a.order - b.order)

interface HeadingProps {
  group: Group
  isFolded: boolean
  onToggle: () => void
}

function GroupHeading({ group, isFolded, onToggle }: HeadingProps) {
  const translate = useTranslate()
  const name = translate(`shell.group.${group}`)
  const Icon = isFolded ? FoldedIcon : UnfoldedIcon
  return (
    <Typography variant="overline" component="h2" color="textSecondary" sx={{ px: 1, display: 'block' }}>
      {/* What is used most is never folded. */}
      {group === 'day' ? (
        <Box component="span" sx={{ px: 1.25 }}>
          {name}
        </Box>
      ) : (
        <ButtonBase
          aria-expanded={!isFolded}
          aria-controls={`menu-${group}`}
          onClick={onToggle}
          sx={{
            font: 'inherit',
            width: 1,
            minHeight: 24,
            px: 1.25,
            borderRadius: 1,
            justifyContent: 'space-between',
            [media.touch]: { minHeight: 36 },
          }}
        >
          {name}
          <Icon sx={{ fontSize: 16 }} />
        </ButtonBase>
      )}
    </Typography>
  )
}

export function SideMenu() {
  const translate = useTranslate()
  const session = useSession()
  const [open] = useSidebarState()
  const [folded, setFolded] = useStore<Group[]>('menu.folded', [])
  const { width, closedWidth } = sidebar
  const groups = menuGroups
    .map((group) => ({
      group,
      shown: entries.filter((entry) => entry.group === group && hasRight(entry.right, session)),
    }))
    .filter(({ shown }) => shown.length > 0)
  const toggle = (group: Group) =>
    setFolded(folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group])

  return (
    <Box component="nav" aria-label={translate('shell.menu')} sx={{ width: open ? width : closedWidth }}>
      {groups.map(({ group, shown }, index) => {
        // Without headings, nothing could unfold them.
        const isFolded = open && folded.includes(group)
        return (
          <div key={group}>
            {open ? (
              <GroupHeading group={group} isFolded={isFolded} onToggle={() => toggle(group)} />
            ) : (
              index > 0 && <Divider sx={{ my: 0.5 }} />
            )}
            <MenuList
              id={`menu-${group}`}
              disablePadding
              hidden={isFolded}
              aria-label={translate(`shell.group.${group}`)}
            >
              {!isFolded &&
                shown.map(({ to, text, icon }) => (
                  <MenuItemLink
                    key={to}
                    to={to}
                    primaryText={translate(text, { smart_count: 2 })}
                    leftIcon={icon}
                  />
                ))}
            </MenuList>
          </div>
        )
      })}
    </Box>
  )
}
