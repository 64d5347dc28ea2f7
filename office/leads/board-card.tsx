// A lead on the board; it is dragged with the mouse, or with the keyboard after the space bar.
import { Draggable } from '@hello-pangea/dnd'
import TaskIcon from '@mui/icons-material/InboxOutlined'
import StarIcon from '@mui/icons-material/StarBorder'
import { Box, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { twoLines } from '../shell/list/list-styles.ts'

function NextStep({ lead, isOpen }: { lead: RecordOf<'leads'>; isOpen: boolean }) {
  const translate = useTranslate()
  const format = useFormat()
  const today = useToday()
  if (!lead.nextStep && !lead.nextStepDate) return null
  const isOverdue = isOpen && lead.nextStepDate !== '' && lead.nextStepDate < today
  return (
    <Typography variant="body2" color={isOverdue ? 'error' : 'text.primary'} sx={{ mt: 0.5 }}>
      {lead.nextStepDate && (
        <Box component="span" sx={{ fontWeight: 600 }}>
          {isOverdue && `${translate('leads.overdue')} · `}
          {format.date(lead.nextStepDate)}{' '}
        </Box>
      )}
      {lead.nextStep}
    </Typography>
  )
}

export function BoardCard({
  lead,
  index,
  isOpen,
}: {
  lead: RecordOf<'leads'>
  index: number
  isOpen: boolean
}) {
  const translate = useTranslate()
  const mayMove = useHasRight('lead:edit')
  const contactName = lead.companyName || lead.contacts[0]?.name || ''
  return (
    <Draggable draggableId={String(lead.id)} index={index} isDragDisabled={!mayMove}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <Box
          ref={innerRef}
          {...draggableProps}
          {...dragHandleProps}
          // The role `button` of a drag handle would hide the link in it.
          role="group"
          aria-roledescription={translate('leads.card')}
          aria-label={lead.name}
          data-lead={lead.id}
          sx={{
            p: 1.25,
            mb: 1,
            border: 1,
            borderColor: isDragging ? 'primary.main' : 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            boxShadow: isDragging ? 6 : 0,
            cursor: 'grab',
            '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
          }}
        >
          <Link
            component={RouterLink}
            to={`/leads/${lead.id}`}
            draggable={false}
            title={lead.name}
            sx={{ ...twoLines, fontWeight: 600, hyphens: 'auto' }}
          >
            {lead.name}
          </Link>
          {contactName && contactName !== lead.name && (
            <Typography variant="body2" color="text.secondary" noWrap title={contactName}>
              {contactName}
            </Typography>
          )}
          <NextStep lead={lead} isOpen={isOpen} />
          <Stack
            direction="row"
            spacing={1.5}
            useFlexGap
            sx={{ mt: 0.5, flexWrap: 'wrap', color: 'text.secondary' }}
          >
            {lead.ownerName && <Typography variant="caption">{lead.ownerName}</Typography>}
            {lead.categoryName && <Typography variant="caption">{lead.categoryName}</Typography>}
            {lead.rating > 0 && (
              <Typography
                variant="caption"
                aria-label={translate('leads.rated', { rating: lead.rating })}
                role="img"
              >
                <StarIcon sx={{ fontSize: 14, verticalAlign: '-2px' }} /> {lead.rating}
              </Typography>
            )}
            {lead.openTaskCount > 0 && (
              <Typography
                variant="caption"
                role="img"
                aria-label={translate('leads.openTaskCount', { smart_count: lead.openTaskCount })}
              >
                <TaskIcon sx={{ fontSize: 14, verticalAlign: '-2px' }} /> {lead.openTaskCount}
              </Typography>
            )}
          </Stack>
        </Box>
      )}
    </Draggable>
  )
}
