// The page with the participants of a date.
import { Card, CardContent, Link, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { useFormat } from '../shell/language/format.ts'
import { RecordErrorPage } from '../shell/page/message-page.tsx'
import { useSeats } from './booking-queries.ts'
import { ParticipantsPanel } from './participants-panel.tsx'

export function ParticipantsPage() {
  const dateId = Number(useParams()['dateId'])
  const translate = useTranslate()
  const format = useFormat()
  const { data: seats, error } = useSeats(dateId)
  if (error && !seats) return <RecordErrorPage error={error} resource="dates" />
  return (
    <Card sx={{ mt: 1 }}>
      <Title title={seats ? translate('bookings.ofDate', { name: seats.displayTitle }) : ''} />
      <CardContent>
        {seats && (
          <Typography gutterBottom>
            <Link component={RouterLink} underline="always" to={`/dates/${dateId}`}>
              {seats.displayTitle}
            </Link>
            {` · ${[format.span(seats.startDate, seats.endDate), seats.city, seats.articleNo].filter(Boolean).join(' · ')}`}
          </Typography>
        )}
        <ParticipantsPanel dateId={dateId} />
      </CardContent>
    </Card>
  )
}
