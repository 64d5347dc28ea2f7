// The hits of a kind, with title and matching details.
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
import type { ComponentType, MouseEvent } from 'react'
import { useFormat } from '../shell/app/format.ts'
import { matchesQuery, splitByMatches } from './highlight.ts'
import { type Hit, type HitKind, optionId } from './hit.ts'

const icons: Record<HitKind, ComponentType<{ fontSize: 'small'; color: 'action' }>> = {
  person: PersonIcon,
  company: CompanyIcon,
  location: PlaceIcon,
  booking: BookingIcon,
  lead: LeadIcon,
  task: TaskIcon,
  event: EventIcon,
  date: DateIcon,
}
/** The prefix of the text keys of a kind's statuses. */
const statusTextPrefixes: Partial<Record<HitKind, string>> = {
  booking: 'bookings.status.',
  date: 'dates.status.',
}
const maxDetails = 3

/** Matching details come first. */
const detailsOf = ({ details }: Hit, query: string): string[] => {
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

interface HitGroupProps {
  /** A kind, or `recent`. */
  name: string
  hits: readonly Hit[]
  query: string
  /** The index of the first hit in the whole list. */
  firstIndex: number
  currentIndex: number
  onHover: (index: number) => void
  onOpen: (hit: Hit, event: MouseEvent) => void
}

export function HitGroup({ name, hits, query, firstIndex, currentIndex, onHover, onOpen }: HitGroupProps) {
  const translate = useTranslate()
  const format = useFormat()
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
      {hits.map((hit, groupIndex) => {
        const index = firstIndex + groupIndex
        const Icon = icons[hit.kind]
        const status =
          hit.status &&
          translate(`${statusTextPrefixes[hit.kind] ?? 'search.status.'}${hit.status}`, { _: hit.status })
        return (
          <Box
            key={`${hit.kind} ${hit.id}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === currentIndex}
            tabIndex={-1}
            onMouseMove={() => onHover(index)}
            onClick={(event: MouseEvent) => onOpen(hit, event)}
            sx={{
              display: 'flex',
              gap: 1.5,
              alignItems: 'center',
              mx: 1,
              px: 1,
              py: 0.6,
              borderRadius: 1,
              cursor: 'pointer',
              ...(index === currentIndex && {
                bgcolor: 'action.selected',
                outline: '2px solid',
                outlineColor: 'primary.main',
              }),
            }}
          >
            <Icon fontSize="small" color="action" />
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Typography noWrap component="div" sx={{ fontWeight: 500 }}>
                <HighlightedText
                  text={hit.title || translate('search.nameless', { id: hit.id })}
                  query={query}
                />
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
          </Box>
        )
      })}
    </div>
  )
}
