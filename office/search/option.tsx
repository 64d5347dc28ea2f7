// An option of the search: a row of the list box, and its content for a record or a command.
import CompanyIcon from '@mui/icons-material/Business'
import DateIcon from '@mui/icons-material/EventOutlined'
import LeadIcon from '@mui/icons-material/HandshakeOutlined'
import BookingIcon from '@mui/icons-material/HowToReg'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import EventIcon from '@mui/icons-material/SchoolOutlined'
import TaskIcon from '@mui/icons-material/TaskAltOutlined'
import { Box, Chip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ComponentType, MouseEvent, ReactNode } from 'react'
import { type HitKind, searchKinds } from '../../server/search/search-kinds.ts'
import { useFormat } from '../shell/language/format.ts'
import { matchesQuery, splitByMatches } from './highlight.ts'
import type { SearchHit } from './hit.ts'
import type { Command } from './match-commands.ts'

export type Option =
  | { key: string; command: Command }
  /** `isBooking`: chosen to be booked, not to be opened. */
  | { key: string; hit: SearchHit; isBooking?: boolean }

/** The id of an option's element, by its index in the list. */
export const optionId = (index: number): string => `search-result-${index}`

export const hitIcons: Record<HitKind, ComponentType> = {
  person: PersonIcon,
  company: CompanyIcon,
  location: PlaceIcon,
  booking: BookingIcon,
  lead: LeadIcon,
  task: TaskIcon,
  event: EventIcon,
  date: DateIcon,
}
const maxDetails = 3

/** Matching details come first. */
const detailsOf = ({ details }: SearchHit, query: string): string[] => {
  const matching = query ? details.filter((text) => matchesQuery(text, query)) : []
  return [...new Set([...matching, ...details])].slice(0, Math.max(maxDetails, Math.min(matching.length, 4)))
}

function HighlightedText({ text, query }: { text: string; query: string }) {
  let offset = 0
  return splitByMatches(text, query).map(({ text: segmentText, isMatch }) => {
    const key = offset
    offset += segmentText.length
    return isMatch ? (
      <Box
        key={key}
        component="mark"
        sx={{
          background: 'transparent',
          color: 'inherit',
          fontWeight: 700,
          textDecoration: 'underline',
          textUnderlineOffset: 3,
        }}
      >
        {segmentText}
      </Box>
    ) : (
      <span key={key}>{segmentText}</span>
    )
  })
}

/** The title of a hit, also for one without a name. */
export function useHitTitle(): (hit: SearchHit) => string {
  const translate = useTranslate()
  return ({ title, id }) => title || translate('search.nameless', { id })
}

function HitContent({
  hit,
  query,
  isBooking = false,
}: {
  hit: SearchHit
  query: string
  isBooking?: boolean | undefined
}) {
  const translate = useTranslate()
  const format = useFormat()
  const titleOf = useHitTitle()
  const status =
    hit.status && translate(`${searchKinds[hit.kind].statusTexts}.${hit.status}`, { _: hit.status })
  return (
    <>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography noWrap component="div" sx={{ fontWeight: 500 }}>
          <HighlightedText text={titleOf(hit)} query={query} />
        </Typography>
        <Typography noWrap component="div" variant="body2" color="text.secondary">
          {hit.startDate && `${format.longDate(hit.startDate)}${hit.details.length > 0 ? ' · ' : ''}`}
          {detailsOf(hit, query).map((text, order) => (
            <span key={text}>
              {order > 0 && ' · '}
              <HighlightedText text={text} query={query} />
            </span>
          ))}
        </Typography>
      </Box>
      {hit.isSimilar && <Chip size="small" variant="outlined" label={translate('search.similar')} />}
      {status && <Chip size="small" label={status} />}
      {isBooking && <Chip size="small" color="primary" label={translate('bookings.book')} />}
    </>
  )
}

interface RowProps {
  option: Option
  index: number
  isCurrent: boolean
  query: string
  onHover: () => void
  onChoose: (event: MouseEvent) => void
}

export function OptionRow({ option, index, isCurrent, query, onHover, onChoose }: RowProps) {
  let icon: ReactNode
  if ('command' in option) icon = option.command.icon
  else {
    const HitIcon = hitIcons[option.hit.kind]
    icon = <HitIcon />
  }
  return (
    <Box
      id={optionId(index)}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onMouseMove={onHover}
      onClick={onChoose}
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        mx: 1,
        px: 1,
        py: 0.6,
        minHeight: 34,
        borderRadius: 1,
        cursor: 'pointer',
        ...(isCurrent && {
          bgcolor: 'action.selected',
          outline: '2px solid',
          outlineColor: 'primary.main',
        }),
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: 'action.active', '& svg': { fontSize: 20 } }}>
        {icon}
      </Box>
      {'command' in option ? (
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {option.command.title}
        </Typography>
      ) : (
        <HitContent hit={option.hit} query={query} isBooking={option.isBooking} />
      )}
    </Box>
  )
}

interface GroupProps extends Omit<RowProps, 'option' | 'index' | 'isCurrent' | 'onHover' | 'onChoose'> {
  name: string
  options: readonly Option[]
  /** The index of the first option in the whole list. */
  firstIndex: number
  currentIndex: number
  onHover: (index: number) => void
  onChoose: (option: Option, event: MouseEvent) => void
}

export function OptionGroup({
  name,
  options,
  query,
  firstIndex,
  currentIndex,
  onHover,
  onChoose,
}: GroupProps) {
  const translate = useTranslate()
  const headId = `search-group-${name}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: the ARIA pattern of a combobox with grouped options
    <div role="group" aria-labelledby={headId}>
      <Typography
        id={headId}
        variant="overline"
        component="div"
        color="text.secondary"
        sx={{ px: 2, pt: 1, lineHeight: 1.8 }}
      >
        {translate(`search.kind.${name}`)}
      </Typography>
      {options.map((option, order) => (
        <OptionRow
          key={option.key}
          option={option}
          index={firstIndex + order}
          isCurrent={firstIndex + order === currentIndex}
          query={query}
          onHover={() => onHover(firstIndex + order)}
          onChoose={(event) => onChoose(option, event)}
        />
      ))}
    </div>
  )
}
