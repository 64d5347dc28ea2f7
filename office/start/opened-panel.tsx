// The records that the user opened last; nothing if there are none.
import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useResourceDefinitions, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { pathOf } from '../search/hit.ts'
import { useOpened } from '../search/opened.ts'
import { hitIcons, useHitTitle } from '../search/option.tsx'
import { useFormat } from '../shell/language/format.ts'
import { Panel } from './panels.tsx'

const maxShown = 6

export function OpenedPanel() {
  const translate = useTranslate()
  const format = useFormat()
  const resources = useResourceDefinitions()
  const titleOf = useHitTitle()
  const hits = useOpened().slice(0, maxShown)
  if (hits.length === 0) return null
  return (
    <Panel id="start-opened" title={translate('search.kind.recent')}>
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 0.25, listStyle: 'none' }}>
        {hits.map((hit) => {
          const Icon = hitIcons[hit.kind]
          return (
            <Stack
              component="li"
              key={`${hit.kind} ${hit.id}`}
              direction="row"
              sx={{ alignItems: 'center', gap: 1, minHeight: 28 }}
            >
              <Box aria-hidden sx={{ display: 'flex', color: 'action.active', '& svg': { fontSize: 18 } }}>
                <Icon />
              </Box>
              <MuiLink component={Link} to={pathOf(hit, resources)} noWrap sx={{ minWidth: 0 }}>
                {titleOf(hit)}
              </MuiLink>
              <Typography
                variant="body2"
                color="text.secondary"
                noWrap
                sx={{ flex: '1 1 0', minWidth: 0, textAlign: 'right' }}
              >
                {hit.startDate ? format.date(hit.startDate) : hit.details[0]}
              </Typography>
            </Stack>
          )
        })}
      </Stack>
    </Panel>
  )
}
