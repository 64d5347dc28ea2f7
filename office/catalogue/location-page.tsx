// The page of a location: where it is, its rooms, its dates; beside them hotel quotas, travel times and change log. The form is behind Edit.
import { Card, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetMany, useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { ContactButtons } from '../shell/page/contact-buttons.tsx'
import { Fact, Facts, MapLink, RecordLink, WebsiteLink } from '../shell/page/facts.tsx'
import { BackLink, EditLink, PageHead } from '../shell/page/page-head.tsx'
import { ChangesPart, PageColumns, PagePart } from '../shell/page/page-layout.tsx'
import { RecordPage } from '../shell/page/record-page.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'
import { DatesPart } from './dates/dates-part.tsx'
import { useLookups } from './dates/lookups.ts'
import { ImagePart } from './images/lazy-image-part.ts'
import { LocationForm } from './locations.tsx'
import { ScheduleConflicts } from './schedule-conflicts.tsx'

type Location = RecordOf<'locations'>

interface HeadingProps {
  location: Location
  contact?: ReactNode
  children: ReactNode
}

const Heading = ({ location, ...props }: HeadingProps) => (
  <PageHead title={location.name} detail={location.additionalField} {...props} />
)

function Conflicts({ locationId }: { locationId: number }) {
  const { data = [] } = useQuery({
    queryKey: ['schedule-conflicts', 'location', locationId],
    queryFn: () => api('GET', '/locations/{locationId}/schedule-conflicts', { params: { locationId } }),
    staleTime: 0,
  })
  return <ScheduleConflicts conflicts={data} />
}

function LocationFacts({ location }: { location: Location }) {
  const translate = useTranslate()
  const seesContacts = useHasRight('090300:access')
  const lines = location.printedAddress
  return (
    <Facts>
      <Fact label="catalogue.location.address">
        {lines.length === 0 && translate('shell.page.none')}
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
        {location.city && <MapLink place={lines.join(', ')} />}
      </Fact>
      <Fact label="resources.locations.fields.rooms.rows">
        {location.rooms.length === 0 && translate('shell.page.none')}
        {location.rooms.map(({ id, name, capacity }) => (
          <div key={id}>
            {[name, capacity > 0 && translate('catalogue.location.capacity', { smart_count: capacity })]
              .filter(Boolean)
              .join(' · ')}
          </div>
        ))}
      </Fact>
      {location.link && (
        <Fact label="resources.locations.fields.link">
          <WebsiteLink address={location.link} />
        </Fact>
      )}
      {seesContacts && (
        <Fact label="catalogue.location.contact">
          <RecordLink to={`/contacts/${location.id}/show`}>
            {translate('catalogue.location.openContact')}
          </RecordLink>
        </Fact>
      )}
    </Facts>
  )
}

function TravelTimes({ location: { travelTimes } }: { location: Location }) {
  const translate = useTranslate()
  const { data = [] } = useGetMany<Location>('locations', {
    ids: travelTimes.map(({ locationId }) => locationId),
  })
  if (travelTimes.length === 0) return null
  return (
    <PagePart title="resources.locations.fields.travelTimes.rows">
      <RecordRows label={translate('resources.locations.fields.travelTimes.rows')}>
        {travelTimes.map(({ locationId, minutes }) => (
          <RecordRow
            key={locationId}
            title={
              <RecordLink to={`/locations/${locationId}`}>
                {data.find(({ id }) => id === locationId)?.name}
              </RecordLink>
            }
            detail={translate('catalogue.location.minutes', { smart_count: minutes })}
          />
        ))}
      </RecordRows>
    </PagePart>
  )
}

function HotelQuotas({ locationId }: { locationId: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const { nameOf } = useLookups()
  const { data = [] } = useQuery({
    queryKey: ['hotel-quotas', locationId],
    queryFn: () => api('GET', '/locations/{locationId}/hotel-quotas', { params: { locationId } }),
    staleTime: 0,
  })
  if (data.length === 0) return null
  return (
    <PagePart title="catalogue.location.hotelQuotas">
      <RecordRows label={translate('catalogue.location.hotelQuotas')}>
        {data.map((quota) => (
          <RecordRow
            key={quota.id}
            title={
              <RecordLink to={`/dates/${quota.dateId}`}>
                {format.span(quota.startDate, quota.endDate) || translate('dates.noDay')}
              </RecordLink>
            }
            detail={[
              quota.dateTitle,
              quota.name,
              [quota.roomBeds, quota.roomName].filter(Boolean).join(' × '),
              nameOf('hotelQuotaStatus', quota.status),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </RecordRows>
    </PagePart>
  )
}

function Workplace({ location }: { location: Location }) {
  const mayEdit = useHasRight('catalogue:edit')
  const seesContacts = useHasRight('090300:access')
  return (
    <Stack spacing={1.5}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading
            location={location}
            contact={location.phone && <ContactButtons phones={[location.phone]} />}
          >
            <EditLink mayEdit={mayEdit} />
          </Heading>
          <Conflicts key={location.version} locationId={location.id} />
          <LocationFacts location={location} />
        </Stack>
      </Card>
      <PageColumns
        aside={
          <>
            <Suspense fallback={null}>
              <ImagePart of={{ owner: 'location', ownerId: location.id }} />
            </Suspense>
            <HotelQuotas locationId={location.id} />
            <TravelTimes location={location} />
            {seesContacts && <ChangesPart key={location.version} subject="contact" id={location.id} />}
          </>
        }
      >
        <DatesPart of={{ locationId: location.id }} />
      </PageColumns>
    </Stack>
  )
}

export const LocationPage = () => (
  <RecordPage<Location>
    heading={(location) => (
      <Heading location={location}>
        <BackLink />
      </Heading>
    )}
    form={<LocationForm />}
    page={(location) => <Workplace location={location} />}
  />
)
