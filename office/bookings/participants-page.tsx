// The participants of a date as a page of its own.
import { Card, CardContent, Link, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { useFormat } from '../shell/app/format.ts'
import { usePlaces } from './booking-queries.ts'
import { ParticipantsPanel } from './participants-panel.tsx'

export function ParticipantsPage() {
  const dateId = Number(useParams()['dateId'])
  const translate = useTranslate()
  const format = useFormat()
  const { data: places } = usePlaces(dateId)
  return (
    <Card sx={{ mt: 1 }}>
      <Title title={places ? translate('participations.ofDate', { name: places.title }) : ''} />
      <CardContent>
        {places && (
          <Typography gutterBottom>
            <Link component={RouterLink} underline="always" to={`/dates/${dateId}`}>
              {places.title}
            </Link>
            {` · ${[format.span(places.startDate, places.endDate), places.city, places.articleNo].filter(Boolean).join(' · ')}`}
          </Typography>
        )}
        <ParticipantsPanel dateId={dateId} />
      </CardContent>
    </Card>
  )
}
