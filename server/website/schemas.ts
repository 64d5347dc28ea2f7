// The records of the public interface (docs/guide/en/developing/websites.md).
import Type, { type Static } from 'typebox'
import { type EventTexts, eventTexts } from '../catalogue/records/event-fields.ts'
import { Count, Id, nullable, record } from '../platform/ground/schema.ts'
import { availabilityNames } from './availability.ts'

const described = (description: string) => Type.String({ description })
const optionalText = (description: string) => nullable(Type.String({ description }))

export const Day = Type.String({ format: 'date', description: 'A calendar date, YYYY-MM-DD' })
const Moment = Type.String({
  description:
    'A point in time with its offset, 2027-03-01T09:00:00+01:00; only the day if the time is not known',
})
const Language = nullable(Type.String({ description: 'ISO 639-1; null: not known' }))

export const Money = record(
  {
    amount: Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$', description: 'A decimal text, never a float' }),
    currency: described('ISO 4217'),
  },
  'Money',
)
export type Money = Static<typeof Money>

export const PublicPrice = record(
  {
    id: Id,
    title: Type.String(),
    description: Type.String(),
    gross: Money,
    net: Money,
    taxRate: described('Percent, a decimal text'),
    taxExemption: nullable(
      record(
        { de: described('In German'), en: described('In English; empty: as `de`') },
        'PublicTaxExemption',
        'Why there is no VAT, such as *steuerfrei nach § 4 Nr. 21 UStG*; null: there is, or it is not said',
      ),
    ),
    validFrom: nullable(Day),
    validTo: nullable(Day),
    validFor: described('The category of visitors whose price it is, such as members; empty: everyone'),
    isCurrent: Type.Boolean({ description: 'Whether it is valid today' }),
  },
  'PublicPrice',
)

const CategoryName = record({ id: Id, name: Type.String() }, 'PublicCategoryName')

const Pixels = Type.Integer({ minimum: 1 })

const PublicImage = record(
  {
    alt: described('What it shows, for those who do not see it: the `alt` of an `img`'),
    altEn: described('The same in English; empty: as `alt`'),
    url: described('Its widest JPEG; of an image elsewhere, its address'),
    width: nullable(Pixels),
    height: nullable(Type.Integer({ minimum: 1, description: 'null: it is elsewhere, and not known' })),
    sources: Type.Array(
      record(
        {
          url: described('With a version: what it gives never changes'),
          type: Type.Enum(['image/webp', 'image/jpeg'], { description: 'Its media type' }),
          width: Pixels,
          height: Pixels,
        },
        'PublicImageSource',
      ),
      {
        description:
          'Widths of 320, 640 and 1280 in WebP, then in JPEG, never wider than the original; empty for an image elsewhere',
      },
    ),
  },
  'PublicImage',
)
export type PublicImage = Static<typeof PublicImage>

const PublicFile = record(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    url: described('With a version: what it gives never changes'),
    type: described('Its media type'),
    size: Type.Integer({ minimum: 1, description: 'In bytes' }),
  },
  'PublicFile',
)
export type PublicFile = Static<typeof PublicFile>

const Files = Type.Array(PublicFile, { description: 'Those that everybody may see' })

export const EventSummary = record(
  {
    id: Id,
    slug: described('The readable part of its address; earlier ones lead to it'),
    title: Type.String(),
    subtitle: Type.String(),
    language: Language,
    image: nullable(PublicImage),
    categories: Type.Array(CategoryName),
  },
  'PublicEventSummary',
)

const PublicLocation = record(
  {
    id: Id,
    name: Type.String(),
    street: Type.String(),
    zip: Type.String(),
    city: Type.String(),
    country: optionalText('ISO 3166-1 alpha-2'),
    url: optionalText('Its website'),
    image: nullable(PublicImage),
  },
  'PublicLocation',
)

const PublicTrainer = record(
  {
    id: Id,
    name: Type.String(),
    title: Type.String(),
    image: nullable(PublicImage),
    url: optionalText('The address of a page'),
  },
  'PublicTrainer',
)

export const PublicDate = record(
  {
    id: Id,
    slug: described('The readable part of its address'),
    url: optionalText('The page of its event'),
    event: EventSummary,
    title: described('Its own title, otherwise that of its event'),
    subtitle: Type.String(),
    identifier: Type.String(),
    start: nullable(Moment),
    end: nullable(Moment),
    timeZone: described('IANA'),
    days: Type.Array(
      record(
        {
          date: Day,
          from: optionalText('HH:MM, in the time zone of the date; null: not known'),
          to: optionalText('HH:MM, in the time zone of the date; null: not known'),
        },
        'PublicDay',
      ),
    ),
    duration: optionalText('As the provider puts it'),
    status: optionalText('One of the provider’s statuses'),
    format: optionalText('One of the provider’s formats, such as online'),
    location: nullable(PublicLocation),
    trainers: Type.Array(PublicTrainer),
    seats: record(
      {
        max: Type.Integer({ minimum: 0 }),
        free: nullable(
          Type.Integer({
            minimum: 0,
            description:
              'Of a series: the fewest of its own and of the modules that a booking without moduleDateIds takes. null: the provider hides it',
          }),
        ),
      },
      'PublicSeats',
    ),
    availability: Type.Enum(availabilityNames, {
      description:
        'few: at most a fifth of the seats, or three; waitingList: no seat, but a waiting list; closed: before or after the time of booking, or not bookable. Of a series: of what a booking without moduleDateIds takes',
    }),
    isGuaranteed: Type.Boolean({ description: 'The provider promises that it takes place' }),
    prices: Type.Array(PublicPrice, { description: 'Its own prices, otherwise those of its event' }),
    bookableFrom: nullable(Day),
    bookableTo: nullable(Day),
    bookingUrl: optionalText('Where to book'),
    modules: Type.Array(
      record(
        {
          dateId: Id,
          title: Type.String(),
          start: nullable(Moment),
          isOptional: Type.Boolean(),
        },
        'PublicModule',
      ),
      { description: 'The dates that a series consists of' },
    ),
    files: Files,
    updatedAt: nullable(Moment),
  },
  'PublicDate',
)
export type PublicDate = Static<typeof PublicDate>

const html = described('HTML without scripts, styles and forms')
const texts = Object.fromEntries(Object.keys(eventTexts).map((name) => [name, html])) as Record<
  keyof EventTexts,
  typeof html
>

export const PublicCancellationStep = record(
  {
    daysBefore: Type.Integer({ ...Count, description: 'Cancelled at least so many days before the start' }),
    feePercent: described('The share of the price that it costs, a decimal text'),
  },
  'PublicCancellationStep',
)

export const PublicEvent = record(
  {
    ...EventSummary.properties,
    url: optionalText('Its page'),
    identifier: Type.String(),
    ...texts,
    files: Files,
    prices: Type.Array(PublicPrice),
    cancellation: Type.Array(PublicCancellationStep, {
      description: 'What cancelling costs, as in `/terms`',
    }),
    dates: Type.Array(PublicDate, { description: 'Those that are not over, in the order of their start' }),
    updatedAt: nullable(Moment),
  },
  'PublicEvent',
)
export type PublicEvent = Static<typeof PublicEvent>

/** A page of a list. */
export const pageOf = (items: Type.TSchema) =>
  record({
    data: Type.Array(items),
    total: Type.Integer({ minimum: 0, description: 'How many match, on all pages' }),
    next: optionalText('The address of the next page; null: this is the last one'),
  })
