// Rows of plain elements with the look of MUI's components, for tables and lanes of hundreds of records: creating MUI's own for
// each cell would take seconds.
import { alpha, type Theme } from '@mui/material/styles'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { sizes, tabular } from '../theme/tokens.ts'

const chipColors = ['primary', 'success', 'warning', 'error', 'info'] as const
export type ChipColor = (typeof chipColors)[number] | 'default'

const chipStyles = ({ palette }: Theme) => ({
  '& .chip': {
    display: 'inline-flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    height: 22,
    maxWidth: '100%',
    padding: '0 8px',
    borderRadius: '16px',
    fontSize: sizes.caption,
    whiteSpace: 'nowrap',
    backgroundColor: palette.action.selected,
    ...tabular,
  },
  '& .chip-outlined': {
    padding: '0 7px',
    border: `1px solid ${palette.grey[palette.mode === 'light' ? 400 : 700]}`,
    backgroundColor: 'transparent',
  },
  '& .chip .icon': { fontSize: 18, margin: '0 4px 0 -4px' },
  ...Object.fromEntries(
    chipColors.flatMap((name) => {
      const { main, contrastText } = palette[name]
      return [
        [`& .chip-${name}`, { backgroundColor: main, color: contrastText }],
        [
          `& .chip-outlined.chip-${name}`,
          { backgroundColor: 'transparent', borderColor: alpha(main, 0.7), color: main },
        ],
      ]
    }),
  ),
})

/** A circle around an icon or a check box at the pointer, a line around it with the keyboard. */
const roundButton = ({ palette }: Theme) => ({
  appearance: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  border: 0,
  borderRadius: '50%',
  background: 'none',
  color: palette.action.active,
  cursor: 'pointer',
  '&:hover': { backgroundColor: palette.action.hover },
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -2 },
})

/** An input of the type checkbox. */
const checkboxStyles = (theme: Theme) => ({
  '& input[type=checkbox]': {
    ...roundButton(theme),
    width: 36,
    height: 36,
    margin: 0,
    position: 'relative',
    '&::before': {
      content: '""',
      boxSizing: 'border-box',
      width: 15,
      height: 15,
      border: '2px solid currentColor',
      borderRadius: '2px',
    },
    '&:checked': { color: theme.palette.primary.main },
    '&:checked::before': { backgroundColor: 'currentColor' },
    '&:checked::after': {
      content: '""',
      position: 'absolute',
      left: 15,
      top: 12,
      width: 4,
      height: 8,
      border: `solid ${theme.palette.background.paper}`,
      borderWidth: '0 2px 2px 0',
      transform: 'rotate(45deg)',
    },
  },
})

/** The look of links, chips (`chip chip-outlined chip-success`), icons, buttons with an icon and `second` lines. */
export const plainElements = (theme: Theme) => ({
  '& a': { color: 'primary.main', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  '& .icon': { width: '1em', height: '1em', flexShrink: 0, fill: 'currentColor', fontSize: '1.25rem' },
  '& .second': { fontSize: sizes.small, color: 'text.secondary' },
  '& .icon-button': { ...roundButton(theme), padding: '5px', fontSize: '1.25rem' },
  '& a.icon-button': { color: 'primary.main' },
  ...chipStyles(theme),
})

/** The look of a table's `tbody`; its head consists of MUI's components. */
export const plainRows = (theme: Theme) => ({
  '& tbody': {
    ...plainElements(theme),
    ...checkboxStyles(theme),
    '& td': {
      padding: '3px 10px',
      borderBottom: `1px solid ${theme.palette.divider}`,
      fontSize: sizes.small,
      lineHeight: 1.43,
    },
    '& td.checkbox': { padding: '0 0 0 8px' },
    '& tr:hover': { backgroundColor: 'action.hover' },
  },
})

/** An icon by its path in a square of 24. */
export const PlainIcon = ({ path }: { path: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden>
    <path d={path} />
  </svg>
)

interface ChipProps {
  label: string
  color: ChipColor
  isOutlined: boolean
  iconPath?: string | undefined
}

export const PlainChip = ({ label, color, isOutlined, iconPath }: ChipProps) => (
  <span className={`chip chip-${color} ${isOutlined ? 'chip-outlined' : ''}`}>
    {iconPath && <PlainIcon path={iconPath} />}
    {label}
  </span>
)

/** The address of a page of the office in a plain link. */
export const officeHref = (path: string): string => `#${path}`

/** For the element around plain links: opens the pages of the office as their router does. */
export function useOpenLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    const href = (event.target as HTMLElement).closest('a')?.getAttribute('href')
    const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!href?.startsWith('#/') || isOther || event.defaultPrevented) return
    event.preventDefault()
    void navigate(href.slice(1))
  }
}
