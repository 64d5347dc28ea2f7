// Events: searched by words, filtered by category (with those below), catalogue, publication and coming dates.
import { Chip, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { NullableBooleanInput, SelectInput, useGetList } from 'react-admin'
import type { Static } from 'typebox'
import type { ListedEvent } from '../../../server/catalogue/events/event.schema.office.ts'
import { DayField, NumberField } from '../../shell/list/fields.tsx'
import { Column, ListPage } from '../../shell/list/list-page.tsx'
import { useCategoryNames } from '../categories/categories.ts'
import { CategoryFilter } from '../categories/category-input.tsx'

type EventListRow = Static<typeof ListedEvent>

export function PublishedChip({ published }: { published: boolean }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      color={published ? 'success' : 'default'}
      variant={published ? 'filled' : 'outlined'}
      label={translate(published ? 'catalogue.published' : 'catalogue.unpublished')}
    />
  )
}

function Title() {
  const event = useRecordContext<EventListRow>()
  if (!event) return null
  return (
    <>
      <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
        {event.event_title}
      </Typography>
      {event.event_subtitle && (
        <Typography variant="body2" color="textSecondary">
          {event.event_subtitle}
        </Typography>
      )}
    </>
  )
}

function Categories() {
  const event = useRecordContext<EventListRow>()
  const names = useCategoryNames()
  // The same name may stand in several catalogues.
  const shown = new Set((event?.category_ids ?? []).map((id) => names.get(id) ?? `#${id}`))
  return <span>{[...shown].join(', ')}</span>
}

const Published = () => <PublishedChip published={useRecordContext<EventListRow>()?.is_published ?? false} />

function CatalogueFilter(props: { source: string; label: string }) {
  const { data = [] } = useGetList('catalogs', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'name', order: 'ASC' },
  })
  return <SelectInput {...props} choices={data} />
}

const filters = [
  <CategoryFilter key="category" source="category_id" label="catalogue.category" />,
  <CatalogueFilter key="catalog" source="catalog_id" label="catalogue.catalog" />,
  <NullableBooleanInput
    key="published"
    source="is_published"
    label="catalogue.published"
    sx={{ minWidth: 170 }}
  />,
  <NullableBooleanInput key="ahead" source="ahead" label="catalogue.ahead" sx={{ minWidth: 200 }} />,
]

export const EventList = () => (
  <ListPage
    sort={{ field: 'event_title', order: 'ASC' }}
    filters={filters}
    hiddenColumns={['days', 'event_identifier', 'event_article_no']}
  >
    <Column source="event_identifier" />
    <Column source="event_title" sx={{ minWidth: 280 }}>
      <Title />
    </Column>
    <Column source="is_published">
      <Published />
    </Column>
    <Column source="category_ids" disableSort>
      <Categories />
    </Column>
    <Column source="event_article_no" />
    <Column source="days" field={NumberField} />
    <Column source="next_start" field={DayField} />
    <Column source="dates_ahead" field={NumberField} />
  </ListPage>
)
