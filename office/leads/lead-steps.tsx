// The next steps of a lead: its next step, and its open tasks.
import { Button, Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { type Step, StepList } from '../shell/page/step-list.tsx'
import { useLeadTasks } from './lead-tasks.tsx'
import { useLeadStatuses } from './options.ts'

type Lead = RecordOf<'leads'>

function useNextStep(lead: Lead): Step[] {
  const translate = useTranslate()
  const format = useFormat()
  const today = useToday()
  const mayEdit = useHasRight('lead:edit')
  const isOpen = useLeadStatuses().find(({ id }) => id === lead.status)?.isOpen
  if (!isOpen) return []
  const { nextStep, nextStepDate, nextStepAssigneeName } = lead
  const edit = mayEdit && (
    <Button size="small" component={Link} to={`/leads/${lead.id}/edit?field=nextStep`}>
      {translate(nextStep ? 'ra.action.edit' : 'leads.planStep')}
    </Button>
  )
  if (nextStep === '') return [{ key: 'next', text: translate('leads.noStep'), action: edit }]
  const due = nextStepDate && translate('leads.taskDue', { date: format.date(nextStepDate) })
  return [
    {
      key: 'next',
      text: [nextStep, due, nextStepAssigneeName].filter(Boolean).join(' · '),
      action: (
        <>
          {nextStepDate !== '' && nextStepDate < today && (
            <Chip size="small" color="error" variant="outlined" label={translate('leads.overdue')} />
          )}
          {edit}
        </>
      ),
    },
  ]
}

export function LeadSteps({ lead }: { lead: Lead }) {
  const translate = useTranslate()
  const format = useFormat()
  const { data: tasks = [] } = useLeadTasks(lead.id)
  const openTasks = tasks
    .filter(({ isDone }) => !isDone)
    .map((task) => ({
      key: `task ${task.id}`,
      text: [
        task.subject || task.taskNr,
        task.dueDate && translate('leads.taskDue', { date: format.date(task.dueDate) }),
        task.assigneeName,
      ]
        .filter(Boolean)
        .join(' · '),
      action: (
        <Button size="small" component={Link} to={`/tasks/${task.id}`}>
          {translate('leads.openTask')}
        </Button>
      ),
    }))
  return <StepList steps={[...useNextStep(lead), ...openTasks]} />
}
