// Links by which trainers record the attendance of a date without an account.
import { Box, Button, Card, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { DateInputField } from '../shell/form/date-time-field.tsx'
import { NewLink } from '../shell/form/new-link.tsx'
import { useFormat } from '../shell/language/format.ts'

type Links = Answer<'GET', '/dates/{dateId}/attendance-links'>

/** A link that expires at midnight is valid on the day before. */
const lastMinute = (expiresAt: string): string => new Date(Date.parse(expiresAt) - 60_000).toISOString()

function Creation({
  dateId,
  trainers,
  defaultExpiry,
  refresh,
}: Links & { dateId: number; refresh: string[][] }) {
  const translate = useTranslate()
  const [trainerId, setTrainerId] = useState(trainers[0]!.id)
  const [lastDay, setLastDay] = useState(defaultExpiry)
  const [address, setAddress] = useState('')
  const { run, busy } = useAction(
    () =>
      api('POST', '/dates/{dateId}/attendance-links', { params: { dateId }, body: { trainerId, lastDay } }),
    { refresh, onSuccess: ([created]) => setAddress(window.location.origin + created!.link) },
  )
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          size="small"
          label={translate('attendance.link.trainer')}
          value={trainerId}
          onChange={({ target }) => setTrainerId(Number(target.value))}
          fullWidth={false}
          sx={{ minWidth: 240 }}
        >
          {trainers.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ width: 180 }}>
          <DateInputField
            label={translate('attendance.link.lastDay')}
            value={lastDay}
            onChange={setLastDay}
          />
        </Box>
        <Button variant="outlined" loading={busy} disabled={lastDay === ''} onClick={() => run()}>
          {translate('attendance.link.create')}
        </Button>
      </Stack>
      {address && <NewLink address={address} text="attendance.link.created" />}
    </Stack>
  )
}

export function TrainerLinks({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const queryKey = ['attendance-links', String(dateId)]
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await api('GET', '/dates/{dateId}/attendance-links', { params: { dateId } }))[0]!,
  })
  if (!data) return null
  return (
    <Card component="section" sx={{ p: 2 }} aria-labelledby="trainer-links">
      <Typography variant="h3" component="h2" id="trainer-links">
        {translate('attendance.link.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('attendance.link.explanation')}
      </Typography>
      {data.trainers.length > 0 ? (
        <Creation {...data} dateId={dateId} refresh={[queryKey]} />
      ) : (
        <Typography>{translate('attendance.link.noTrainer')}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {data.links.map(({ id, trainerName, expiresAt, lastUsedAt, state }) => (
          <Stack
            key={id}
            component="li"
            direction="row"
            useFlexGap
            spacing={1}
            sx={{ flexWrap: 'wrap', alignItems: 'center', py: 0.75, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: '1 1 240px' }}>
              {trainerName}
              <Typography variant="body2" color="textSecondary">
                {translate(`attendance.link.${state}`, {
                  moment: format.dateTime(state === 'valid' ? lastMinute(expiresAt) : expiresAt),
                })}
                {' · '}
                {lastUsedAt
                  ? translate('attendance.link.lastUsed', { moment: format.dateTime(lastUsedAt) })
                  : translate('attendance.link.unused')}
              </Typography>
            </Box>
            {state === 'valid' && (
              <ConfirmButton
                label="attendance.link.revoke"
                title="attendance.link.revokeTitle"
                text="attendance.link.revokeText"
                color="error"
                onConfirm={() =>
                  api('POST', '/dates/{dateId}/attendance-links/{linkId}/revoke', {
                    params: { dateId, linkId: id },
                  })
                }
                refresh={[queryKey]}
              />
            )}
          </Stack>
        ))}
      </Box>
    </Card>
  )
}
