// UTM parameters: what the address of a link in a newsletter or an advertisement says of its origin.
import Type, { type Static } from 'typebox'
import { record, ShortText } from '../../platform/http/schema.ts'

const text = Type.Optional(ShortText)

/** The parameters `utm_source` to `utm_content` of a link, without the prefix. */
export const Utm = record({ source: text, medium: text, campaign: text, term: text, content: text })
export type Utm = Static<typeof Utm>

export const utmNames = Object.keys(Utm.properties) as (keyof Utm)[]
