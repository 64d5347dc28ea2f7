// Leads from the page of a record to its rules of messages.
import RulesIcon from '@mui/icons-material/RuleOutlined'
import { useHasRight } from '../shell/api/session.ts'
import { Button } from '../shell/form/button.tsx'

export function RulesLink({ of, id }: { of: 'categoryId' | 'eventId'; id: number }) {
  if (!useHasRight('catalogue:edit')) return null
  return (
    <Button label="messages.rules.title" to={`/message-rules?${of}=${id}`}>
      <RulesIcon />
    </Button>
  )
}
