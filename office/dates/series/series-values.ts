// What the guided form of a series is filled with, and what is sent of it.
import type { NamedEvent } from './event-or-title.tsx'

export interface ModuleValues {
  event?: NamedEvent
  module_type: string
  how: 'new' | 'link'
  start_date?: string
  end_date?: string
  start_time?: string
  end_time?: string
  trainer_id?: number
  location_id?: number
  linked_date_id?: number
}

export interface SeriesValues {
  event?: NamedEvent
  identifier?: string
  client_id?: number
  format: string
  modules: ModuleValues[]
  participants_min?: number
  participants_max?: number
  waiting_list?: boolean
  price: { net?: number | null; vat?: number | null; gross?: number | null }
  withHotel: boolean
  hotel: {
    resource_name?: string
    room_name?: string
    room_beds?: string
    status?: string
    room_price?: number | null
    breakfast_price?: number | null
    breakfast_is_mandatory?: boolean
  }
  publish: boolean
}

export const emptyModule = (): ModuleValues => ({
  event: { title: '' },
  module_type: 'mandatory',
  how: 'new',
  start_date: '',
  end_date: '',
  start_time: '09:00',
  end_time: '17:00',
})

export const emptySeries = (clientId: number): SeriesValues => ({
  event: { title: '' },
  client_id: clientId,
  format: 'onsite',
  modules: [emptyModule(), emptyModule(), emptyModule()],
  participants_min: 4,
  participants_max: 12,
  waiting_list: true,
  price: { vat: 19 },
  withHotel: true,
  hotel: { status: 'option', breakfast_is_mandatory: false },
  publish: true,
})

/** What has a value. */
const omitEmpty = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

const eventReference = (event: NamedEvent | undefined) =>
  event?.id ? { event_id: event.id } : { event_title: event?.title.trim() ?? '' }

const distinct = (ids: readonly (number | undefined)[]): number[] =>
  [...new Set(ids.filter((id) => id !== undefined && id > 0))] as number[]

/** The request of POST /dates/series. */
export function toSeriesRequest(values: SeriesValues, priceTitle: string) {
  const newModules = values.modules.filter((module) => module.how === 'new')
  const sharedValues = omitEmpty({
    participants_min: values.participants_min,
    participants_max: values.participants_max,
    waiting_list: values.waiting_list,
    format: values.format,
    client_id: values.client_id,
  })
  const toTrainerRows = (ids: number[]) =>
    ids.map((trainer_id, index) => ({ trainer_id, is_main: index === 0, is_listed: true }))
  const { net, gross, vat } = values.price
  const hasPrice = typeof net === 'number' || typeof gross === 'number'
  const hotel = values.hotel
  return {
    ...eventReference(values.event),
    publish: values.publish,
    date: {
      ...sharedValues,
      ...omitEmpty({ identifier: values.identifier }),
      trainers: toTrainerRows(distinct(newModules.map((module) => module.trainer_id))),
      location_ids: distinct(newModules.map((module) => module.location_id)),
      prices: hasPrice
        ? [omitEmpty({ title: priceTitle, net, gross, vat: vat ?? 0, currency: 'EUR', vat_included: false })]
        : [],
      hotel_quota: values.withHotel
        ? [
            omitEmpty({
              ...hotel,
              name: [hotel.room_beds, hotel.room_name, hotel.resource_name].filter(Boolean).join(' · '),
              room_currency: 'EUR',
              room_tax_included: true,
              room_tax_amount: '7',
              breakfast_currency: 'EUR',
              breakfast_tax_included: true,
              breakfast_tax_amount: '19',
            }),
          ]
        : [],
    },
    modules: values.modules.map((module) =>
      module.how === 'link'
        ? {
            module_type: module.module_type,
            dates: [],
            linked_date_ids: module.linked_date_id ? [module.linked_date_id] : [],
          }
        : {
            ...eventReference(module.event),
            module_type: module.module_type,
            linked_date_ids: [],
            dates: [
              {
                ...sharedValues,
                start_date: module.start_date ?? '',
                ...omitEmpty({
                  end_date: module.end_date,
                  start_time: module.start_time,
                  end_time: module.end_time,
                }),
                trainers: toTrainerRows(distinct([module.trainer_id])),
                location_ids: distinct([module.location_id]),
              },
            ],
          },
    ),
  }
}
