import AddIcon from '@mui/icons-material/Add'
import { Button, Chip, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'

export function LeadTasks({ lead }: { lead: RecordOf<'leads'> }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayWrite = useHasRight('task:edit')
  const { data: tasks = [] } = useQuery({
    queryKey: ['tasks', 'lead', lead.id],
    queryFn: () => api('GET', '/tasks', { query: { leadId: lead.id, perPage: 200 } }),
    staleTime: 0,
  })
  const source = JSON.stringify({ leadId: lead.id, contactId: lead.contactIds[0] ?? 0 })
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      {mayWrite && (
        <Button
          component={Link}
          to={`/tasks/create?source=${encodeURIComponent(source)}`}
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
        >
          {translate('leads.newTask')}
        </Button>
      )}
      {tasks.length === 0 && <Typography color="text.secondary">{translate('leads.noTasks')}</Typography>}
      <Stack component="ul" spacing={1} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {tasks.map((task) => (
          <li key={task.id}>
            <MuiLink component={Link} to={`/tasks/${task.id}`}>
              {task.subject || task.taskNr}
            </MuiLink>{' '}
            {task.isDone && <Chip size="small" label={translate('leads.taskDone')} />}
            <Typography variant="body2" color="text.secondary">
              {[
                format.dateTime(task.createdAt),
                task.assigneeName,
                task.dueDate &&
                  !task.isDone &&
                  translate('leads.taskDue', { date: format.date(task.dueDate) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
