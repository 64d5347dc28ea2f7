// Two buttons for a participant at a half day: attended or absent. The pressed one is released by a second press.
import AttendedIcon from '@mui/icons-material/CheckCircle'
import AbsentIcon from '@mui/icons-material/HighlightOff'
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Mark } from './sheet.ts'

interface Props {
  /** The participant and the half day. */
  label: string
  mark: Mark
  disabled: boolean
  /** For fingers, with words. */
  large?: boolean
  onChange: (mark: Mark) => void
}

const choices = [
  { mark: 'attended', Icon: AttendedIcon, colour: 'success' },
  { mark: 'absent', Icon: AbsentIcon, colour: 'error' },
] as const

export function MarkButtons({ label, mark, disabled, large = false, onChange }: Props) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth={large}
      size={large ? 'large' : 'small'}
      aria-label={label}
      value={mark || null}
      disabled={disabled}
      onChange={(_event, next: Mark | null) => onChange(next ?? '')}
    >
      {choices.map(({ mark: value, Icon, colour }) => {
        const name = translate(`attendance.mark.${value}`)
        return (
          <ToggleButton
            key={value}
            value={value}
            color={colour}
            {...(large ? {} : { title: name, 'aria-label': name })}
            sx={{
              minHeight: large ? 48 : 30,
              minWidth: 40,
              p: large ? 1 : 0.25,
              textTransform: 'none',
              gap: 0.75,
              // Absent has a border of its colour, attended is filled.
              '&.Mui-selected': {
                fontWeight: 600,
                ...(value === 'attended'
                  ? {
                      color: 'background.paper',
                      bgcolor: 'success.main',
                      '&:hover': { bgcolor: 'success.main' },
                    }
                  : {
                      color: 'error.main',
                      bgcolor: 'transparent',
                      boxShadow: 'inset 0 0 0 2px currentColor',
                    }),
              },
            }}
          >
            <Icon fontSize="small" />
            {large && name}
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
