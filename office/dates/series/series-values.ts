// The values of the form of a series, and the request that they make.
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { hasRight } from '../../shell/api/session.ts'
import { omitEmpty } from '../omit-empty.ts'
import type { NamedEvent } from './event-or-title.tsx'

export interface ModuleValues {
  event?: NamedEvent
  moduleType: string
  how: 'new' | 'link'
  startDate?: string
  endDate?: string
  startTime?: string
  endTime?: string
  trainerId?: number
  locationId?: number
  linkedDateId?: number
}

export interface SeriesValues {
  event?: NamedEvent
  identifier?: string
  clientId?: number
  format: string
  modules: ModuleValues[]
  participantsMin?: number
  participantsMax?: number
  hasWaitingList?: boolean
  price: { netPrice?: number | null; vatRate?: number | null; grossPrice?: number | null }
  withHotel: boolean
  hotel: {
    resourceName?: string
    roomName?: string
    roomBeds?: string
    status?: string
    roomPrice?: number | null
    breakfastPrice?: number | null
    breakfastIsMandatory?: boolean
  }
  publish: boolean
}

export const emptyModule = (): ModuleValues => ({
  event: { title: '' },
  moduleType: 'mandatory',
  how: 'new',
  startDate: '',
  endDate: '',
  startTime: '09:00',
  endTime: '17:00',
})

export const emptySeries = (clientId: number): SeriesValues => ({
  event: { title: '' },
  clientId,
  format: 'onsite',
  modules: [emptyModule(), emptyModule(), emptyModule()],
  participantsMin: 4,
  participantsMax: 12,
  hasWaitingList: true,
  price: { vatRate: 19 },
  withHotel: true,
  hotel: { status: 'option', breakfastIsMandatory: false },
  publish: hasRight('catalogue:publish'),
})

type SeriesRequest = BodyOf<'POST', '/series'>

const eventReference = (event: NamedEvent | undefined) =>
  event?.id ? { eventId: event.id } : { eventTitle: event?.title.trim() ?? '' }

const distinct = (ids: readonly (number | undefined)[]): number[] => [
  ...new Set(ids.flatMap((id) => id || [])),
]

const toTrainerRows = (ids: readonly number[]) =>
  ids.map((trainerId, index) => ({ trainerId, isMain: index === 0, isListed: true }))

/** The trainer and the location of a module as a date has them. */
export const toPeopleAndPlaces = ({
  trainerId,
  locationId,
}: Pick<ModuleValues, 'trainerId' | 'locationId'>) => ({
  trainers: toTrainerRows(distinct([trainerId])),
  locationIds: distinct([locationId]),
})

export function toSeriesRequest(values: SeriesValues, priceTitle: string): SeriesRequest {
  const newModules = values.modules.filter((module) => module.how === 'new')
  const sharedValues = omitEmpty({
    participantsMin: values.participantsMin,
    participantsMax: values.participantsMax,
    hasWaitingList: values.hasWaitingList,
    format: values.format,
    clientId: values.clientId,
  })
  const { netPrice, grossPrice, vatRate } = values.price
  const hasPrice = typeof netPrice === 'number' || typeof grossPrice === 'number'
  const hotel = values.hotel
  return {
    ...eventReference(values.event),
    publish: values.publish,
    date: {
      ...sharedValues,
      ...omitEmpty({ identifier: values.identifier }),
      trainers: toTrainerRows(distinct(newModules.map((module) => module.trainerId))),
      locationIds: distinct(newModules.map((module) => module.locationId)),
      prices: hasPrice
        ? [
            omitEmpty({
              title: priceTitle,
              netPrice,
              grossPrice,
              vatRate: vatRate ?? 0,
              currency: 'EUR',
              vatIncluded: false,
            }),
          ]
        : [],
      hotelQuotas: values.withHotel
        ? [
            omitEmpty({
              ...hotel,
              name: [hotel.roomBeds, hotel.roomName, hotel.resourceName].filter(Boolean).join(' · '),
              roomCurrency: 'EUR',
              roomTaxIncluded: true,
              roomTaxAmount: '7',
              breakfastCurrency: 'EUR',
              breakfastTaxIncluded: true,
              breakfastTaxAmount: '19',
            }),
          ]
        : [],
    },
    modules: values.modules.map((module) =>
      module.how === 'link'
        ? {
            moduleType: module.moduleType,
            dates: [],
            linkedDateIds: module.linkedDateId ? [module.linkedDateId] : [],
          }
        : {
            ...eventReference(module.event),
            moduleType: module.moduleType,
            linkedDateIds: [],
            dates: [
              {
                ...sharedValues,
                startDate: module.startDate ?? '',
                ...omitEmpty({
                  endDate: module.endDate,
                  startTime: module.startTime,
                  endTime: module.endTime,
                }),
                ...toPeopleAndPlaces(module),
              },
            ],
          },
    ),
  }
}

/** The field of the form that a field of the request comes from. */
export function formFieldOf(field: string): `modules.${number}.${keyof ModuleValues}` | undefined {
  const [, module, name] = /^modules\[(\d+)\]\.dates\[0\]\.(\w+)/.exec(field) ?? []
  const names = {
    trainers: 'trainerId',
    locationIds: 'locationId',
    startDate: 'startDate',
    endDate: 'endDate',
    startTime: 'startTime',
    endTime: 'endTime',
  } as const
  const found = Object.entries(names).find(([one]) => one === name)
  return found && `modules.${Number(module)}.${found[1]}`
}
