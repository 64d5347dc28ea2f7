// The check before publishing: the findings on an event and its dates, or on one date, each with a link to its field.
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import { Alert, Button, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { api, errorText } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

export type EventOrDate = { eventId: number } | { dateId: number }

interface Props {
  of: EventOrDate
  /** Shows a field of the event or date whose page this is. */
  onFieldSelected: (field: string) => void
}

export type Finding = Answer<'GET', '/events/{eventId}/publication-check'>

const fetchFindings = (of: EventOrDate) =>
  'eventId' in of
    ? api('GET', '/events/{eventId}/publication-check', { params: of })
    : api('GET', '/dates/{dateId}/publication-check', { params: of })

export const useFindings = (of: EventOrDate) =>
  useQuery({
    queryKey: ['publication-check', of],
    queryFn: () => fetchFindings(of),
    staleTime: 0,
  })

export function CheckPanel({ of, onFieldSelected }: Props) {
  const translate = useTranslate()
  const { data, error, isPending } = useFindings(of)
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (isPending) return null
  if (data.length === 0)
    return (
      <Alert severity="success" icon={<CheckIcon />}>
        {translate('catalogue.check.noFindings')}
      </Alert>
    )
  return (
    <FindingList
      findings={data}
      ownDateId={'dateId' in of ? of.dateId : 0}
      onFieldSelected={onFieldSelected}
    />
  )
}

interface FindingListProps extends Pick<Props, 'onFieldSelected'> {
  findings: readonly Finding[]
  /** The date whose page this is; 0: that of the event. */
  ownDateId: number
}

export function FindingList({ findings, ownDateId, onFieldSelected }: FindingListProps) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Stack
      component="ul"
      spacing={1}
      sx={{ listStyle: 'none', m: 0, p: 0 }}
      aria-label={translate('catalogue.check.title')}
    >
      {findings.map((finding) => (
        <li key={`${finding.dateId} ${finding.code} ${finding.field}`}>
          <Alert
            severity={finding.severity}
            action={
              finding.dateId === ownDateId ? (
                <Button size="small" color="inherit" onClick={() => onFieldSelected(finding.field)}>
                  {translate('catalogue.check.openField')}
                </Button>
              ) : (
                <Button
                  size="small"
                  color="inherit"
                  component={RouterLink}
                  to={`/dates/${finding.dateId}?field=${encodeURIComponent(finding.field)}`}
                >
                  {translate('catalogue.check.openDate')}
                </Button>
              )
            }
          >
            {finding.dateId !== ownDateId && (
              <Link
                component={RouterLink}
                to={`/dates/${finding.dateId}`}
                color="inherit"
                sx={{ fontWeight: 600, mr: 1 }}
              >
                {/^\d{4}-/.test(finding.dateTitle) ? format.date(finding.dateTitle) : finding.dateTitle}
              </Link>
            )}
            {errorText(finding)}
          </Alert>
        </li>
      ))}
    </Stack>
  )
}
