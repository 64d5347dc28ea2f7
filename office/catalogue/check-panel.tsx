// The check before publishing: what was found on an event and its dates, or on one date, each with a way to its field.
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import { Alert, Button, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import type { Finding } from '../../server/catalogue/events/publishing.ts'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { type Format, useFormat } from '../shell/app/format.ts'

/** Days and amounts as people write them. */
const findingParams = (params: Finding['params'], format: Format): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const text = String(value)
      if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return [name, format.date(text)]
      return [name, /^-?\d+\.\d{2}$/.test(text) ? format.money(Number(text)) : text]
    }),
  )

interface Props {
  /** `/events/7/publication-check` or `/dates/9/publication-check` */
  path: string
  /** What the user is shown when a finding of this very record is chosen. */
  onFieldSelected: (field: string) => void
  /** The date whose page this is; 0: an event's page. */
  dateId?: number
}

export const useFindings = (path: string) =>
  useQuery({ queryKey: ['check', path], queryFn: () => untypedApi<Finding>('GET', path), staleTime: 0 })

export function CheckPanel({ path, onFieldSelected, dateId = 0 }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const translateMessage = useServerMessage()
  const { data, error, isPending } = useFindings(path)
  if (error) return <Alert severity="error">{translateMessage(error.message)}</Alert>
  if (isPending) return null
  if (data.length === 0)
    return (
      <Alert severity="success" icon={<CheckIcon />}>
        {translate('catalogue.check.nothing')}
      </Alert>
    )
  const text = ({ code, params }: Finding) =>
    translate(`catalogue.check.${code}`, findingParams(params, format))
  return (
    <Stack
      component="ul"
      spacing={1}
      sx={{ listStyle: 'none', m: 0, p: 0 }}
      aria-label={translate('catalogue.check.title')}
    >
      {data.map((finding) => (
        <li key={`${finding.dateId} ${finding.code} ${finding.field}`}>
          <Alert
            severity={finding.severity}
            action={
              finding.dateId === dateId ? (
                <Button size="small" color="inherit" onClick={() => onFieldSelected(finding.field)}>
                  {translate('catalogue.check.field')}
                </Button>
              ) : (
                <Button
                  size="small"
                  color="inherit"
                  component={RouterLink}
                  to={`/dates/${finding.dateId}?field=${encodeURIComponent(finding.field)}`}
                >
                  {translate('catalogue.check.date')}
                </Button>
              )
            }
          >
            {finding.dateId !== dateId && (
              <Link
                component={RouterLink}
                to={`/dates/${finding.dateId}`}
                color="inherit"
                sx={{ fontWeight: 600, mr: 1 }}
              >
                {/^\d{4}-/.test(finding.dateTitle) ? format.date(finding.dateTitle) : finding.dateTitle}
              </Link>
            )}
            {text(finding)}
          </Alert>
        </li>
      ))}
    </Stack>
  )
}
