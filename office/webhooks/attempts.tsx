// The attempts of a delivery: requests and answers.
import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { CodeBlock } from '../shell/page/code-to-copy.tsx'

type Attempt = Answer<'GET', '/webhooks/{webhookId}/deliveries/{deliveryId}'>['attempts'][number]

/** The outcome of an attempt in words. */
export function useAttemptError() {
  const translate = useTranslate()
  return ({ status, error }: Pick<Attempt, 'status' | 'error'>): string => {
    const answer = status > 0 && translate('webhooks.answered', { status })
    const reason =
      error && translate(`webhooks.error.${error}`, { _: translate('webhooks.failure', { error }) })
    return [answer, reason].filter(Boolean).join(': ')
  }
}

const Text = ({ title, children }: { title: string; children: string }) => (
  <>
    <Typography variant="body2">{title}</Typography>
    <Box sx={{ mb: 1 }}>
      <CodeBlock>{children}</CodeBlock>
    </Box>
  </>
)

function OneAttempt({ attempt }: { attempt: Attempt }) {
  const translate = useTranslate()
  const format = useFormat()
  const attemptError = useAttemptError()
  const headers = Object.entries(attempt.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Box component="li" sx={{ mb: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {[
          format.dateTime(attempt.attemptedAt),
          attemptError(attempt),
          translate('webhooks.duration', { duration: format.number(attempt.durationMs) }),
        ].join(' · ')}
      </Typography>
      <Text title={translate('webhooks.request')}>
        {[`POST ${attempt.url}`, ...headers, '', attempt.body].join('\n')}
      </Text>
      {attempt.answer !== '' && <Text title={translate('webhooks.answer')}>{attempt.answer}</Text>}
    </Box>
  )
}

/** @param count of the attempts in the list: another one is read when it grows */
export function Attempts(props: { webhookId: number; deliveryId: number; count: number }) {
  const { webhookId, deliveryId, count } = props
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['webhooks', webhookId, 'attempts', deliveryId, count],
    queryFn: () =>
      api('GET', '/webhooks/{webhookId}/deliveries/{deliveryId}', { params: { webhookId, deliveryId } }),
  })
  const attempts = data?.[0]?.attempts
  if (!attempts) return null
  if (attempts.length === 0) return <Typography variant="body2">{translate('webhooks.noAttempt')}</Typography>
  return (
    <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
      {attempts.map((attempt) => (
        <OneAttempt key={attempt.attemptedAt} attempt={attempt} />
      ))}
    </Box>
  )
}
