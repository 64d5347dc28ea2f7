// How many attended, were absent, and are not recorded.
import AttendedIcon from '@mui/icons-material/CheckCircle'
import AbsentIcon from '@mui/icons-material/HighlightOff'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import { Box, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { tabular } from '../shell/theme/tokens.ts'

const parts = [
  { name: 'attended', Icon: AttendedIcon, colour: 'success.main' },
  { name: 'absent', Icon: AbsentIcon, colour: 'error.main' },
  { name: 'open', Icon: OpenIcon, colour: 'text.secondary' },
] as const

type Counts = Record<(typeof parts)[number]['name'], number>

export function MarkCounts({ counts }: { counts: Counts }) {
  const translate = useTranslate()
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', columnGap: 1, fontSize: 'caption.fontSize', ...tabular }}
    >
      {parts
        .filter(({ name }) => name === 'attended' || counts[name] > 0)
        .map(({ name, Icon, colour }) => (
          <Box
            key={name}
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.25,
              color: colour,
              fontWeight: 600,
              whiteSpace: 'nowrap',
            }}
          >
            <Icon sx={{ fontSize: 14 }} aria-hidden />
            {translate(`attendance.${name}`, { smart_count: counts[name] })}
          </Box>
        ))}
    </Stack>
  )
}
