// The participants of a date as a page of its own.
import { Card, CardContent, Link, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { useFormat } from '../shell/app/format.ts'
import { useSeats } from './booking-queries.ts'
import { ParticipantsPanel } from './participants-panel.tsx'

export function ParticipantsPage() {
  const dateId = Number(useParams()['dateId'])
  const translate = useTranslate()
  const format = useFormat()
  const { data: seats } = useSeats(dateId)
  return (
    <Card sx={{ mt: 1 }}>
      <Title title={seats ? translate('participations.ofDate', { name: seats.title }) : ''} />
      <CardContent>
        {seats && (
          <Typography gutterBottom>
            <Link component={RouterLink} underline="always" to={`/dates/${dateId}`}>
              {seats.title}
            </Link>
            {` · ${[format.span(seats.startDate, seats.endDate), seats.city, seats.articleNo].filter(Boolean).join(' · ')}`}
          </Typography>
        )}
        <ParticipantsPanel dateId={dateId} />
      </CardContent>
    </Card>
  )
}
