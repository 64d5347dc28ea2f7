// A lead on the board: taken by the mouse anywhere, or by the keyboard with the space bar.
import { Draggable } from '@hello-pangea/dnd'
import TaskIcon from '@mui/icons-material/InboxOutlined'
import StarIcon from '@mui/icons-material/StarBorder'
import { Box, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/app/format.ts'
import { useToday } from '../shell/app/today.ts'

function NextStep({ lead, isOpen }: { lead: RecordOf<'leads'>; isOpen: boolean }) {
  const translate = useTranslate()
  const format = useFormat()
  const today = useToday()
  if (!lead.nextStep && !lead.nextStepOn) return null
  const late = isOpen && lead.nextStepOn !== '' && lead.nextStepOn < today
  return (
    <Typography variant="body2" color={late ? 'error' : 'text.primary'} sx={{ mt: 0.5 }}>
      {lead.nextStepOn && (
        <Box component="span" sx={{ fontWeight: 600 }}>
          {late && `${translate('leads.late')} · `}
          {format.date(lead.nextStepOn)}{' '}
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
  const whose = lead.company || lead.contacts[0]?.name || ''
  return (
    <Draggable draggableId={String(lead.id)} index={index}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <Box
          ref={innerRef}
          {...draggableProps}
          {...dragHandleProps}
          // The link within must stay a link of its own.
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
            sx={{ fontWeight: 600, overflowWrap: 'anywhere', hyphens: 'auto' }}
          >
            {lead.name}
          </Link>
          {whose && whose !== lead.name && (
            <Typography variant="body2" color="text.secondary">
              {whose}
            </Typography>
          )}
          <NextStep lead={lead} isOpen={isOpen} />
          <Stack
            direction="row"
            spacing={1.5}
            useFlexGap
            sx={{ mt: 0.5, flexWrap: 'wrap', color: 'text.secondary' }}
          >
            {lead.owner && <Typography variant="caption">{lead.owner}</Typography>}
            {lead.category && <Typography variant="caption">{lead.category}</Typography>}
            {lead.rating > 0 && (
              <Typography
                variant="caption"
                aria-label={translate('leads.rated', { rating: lead.rating })}
                role="img"
              >
                <StarIcon sx={{ fontSize: 14, verticalAlign: '-2px' }} /> {lead.rating}
              </Typography>
            )}
            {lead.openTasks > 0 && (
              <Typography
                variant="caption"
                role="img"
                aria-label={translate('leads.openTasks', { smart_count: lead.openTasks })}
              >
                <TaskIcon sx={{ fontSize: 14, verticalAlign: '-2px' }} /> {lead.openTasks}
              </Typography>
            )}
          </Stack>
        </Box>
      )}
    </Draggable>
  )
}
