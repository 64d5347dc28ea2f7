// The tasks of a lead.
import AddIcon from '@mui/icons-material/Add'
import { Button, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { RecordLink } from '../shell/page/facts.tsx'
import { PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

export const useLeadTasks = (leadId: number) =>
  useQuery({
    queryKey: ['tasks', 'lead', leadId],
    queryFn: () => api('GET', '/tasks', { query: { leadId, perPage: 200 } }),
    staleTime: 0,
    enabled: useHasRight('task:access'),
  })

export function LeadTasks({ lead }: { lead: RecordOf<'leads'> }) {
  const translate = useTranslate()
  const format = useFormat()
  const seesTasks = useHasRight('task:access')
  const mayWrite = useHasRight('task:edit')
  const { data: tasks = [] } = useLeadTasks(lead.id)
  if (!seesTasks) return null
  const source = JSON.stringify({ leadId: lead.id, contactId: lead.contactIds[0] ?? 0 })
  return (
    <PagePart
      title="leads.part.tasks"
      count={tasks.length}
      actions={
        mayWrite && (
          <Button
            component={Link}
            to={`/tasks/create?source=${encodeURIComponent(source)}`}
            size="small"
            variant="outlined"
            startIcon={<AddIcon />}
          >
            {translate('leads.newTask')}
          </Button>
        )
      }
    >
      {tasks.length === 0 && <Typography color="textSecondary">{translate('leads.noTasks')}</Typography>}
      <RecordRows label={translate('leads.part.tasks')}>
        {tasks.map((task) => (
          <RecordRow
            key={task.id}
            title={<RecordLink to={`/tasks/${task.id}`}>{task.subject || task.taskNr}</RecordLink>}
            detail={[
              format.dateTime(task.createdAt),
              task.assigneeName,
              task.dueDate && !task.isDone && translate('leads.taskDue', { date: format.date(task.dueDate) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {task.isDone && <Chip size="small" label={translate('leads.taskDone')} />}
          </RecordRow>
        ))}
      </RecordRows>
    </PagePart>
  )
}
