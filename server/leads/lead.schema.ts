// Interface: "Lead summary", "Lead category", and the body of POST /leads/createLead.
import Type, { type Static } from 'typebox'
import { Count, Id, LongText, record, ShortText } from '../platform/http/schema.ts'

/** A lead with the names of its category and owner. Unset numbers are 0, unset texts ''. */
export const LeadSummary = record(
  {
    leadId: Id,
    name: Type.String(),
    sector: Type.String(),
    region: Type.String(),
    category: Type.String(),
    processor: Type.String(),
    size: Count,
    rating: Count,
  },
  'LeadSummary',
)
export type LeadSummary = Static<typeof LeadSummary>

export const LeadCategory = record({ categoryId: Id, categoryName: Type.String() }, 'LeadCategory')
export type LeadCategory = Static<typeof LeadCategory>

/** Creates a lead; with leadId, changes that lead and links the contact to it (decision 8.1). */
export const NewLead = record(
  {
    leadId: Type.Optional(Id),
    leadContact: Id,
    firstName: Type.Optional(ShortText),
    lastName: Type.Optional(ShortText),
    company: Type.Optional(ShortText),
    leadCategory: Type.Optional(Id),
    leadOwner: Type.Optional(Id),
    leadComment: Type.Optional(LongText),
    clientId: Type.Optional(Id),
    subject: Type.Optional(ShortText),
    setCompanyContact: Type.Optional(Type.Boolean()),
    useContactComment: Type.Optional(Type.Boolean()),
  },
  'NewLead',
)
export type NewLead = Static<typeof NewLead>
