// Interface: "Lead summary", "Lead category", and the body of POST /leads/createLead.
import Type, { type Static } from 'typebox'
import { Count, described, Id, LongText, record, ShortText } from '../platform/ground/schema.ts'

/** A lead with the names of its category and owner. Unset numbers are 0, unset texts ''. */
export const LeadSummary = record(
  described(
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
    {
      leadId: 'Id of the lead',
      name: 'Name',
      sector: 'Sector of the company',
      region: 'Region',
      category: 'Name of the category',
      processor: 'Name of the owner',
      size: 'Size of the company in persons; 0: unknown',
      rating: 'Rating by staff; 0: none',
    },
  ),
  'LeadSummary',
  'A lead with the names of its category and owner',
)
export type LeadSummary = Static<typeof LeadSummary>

export const LeadCategory = record(
  described(
    { categoryId: Id, categoryName: Type.String() },
    { categoryId: 'Id, for `leadCategory` of a new lead', categoryName: 'Name' },
  ),
  'LeadCategory',
  'A category of leads of a client',
)
export type LeadCategory = Static<typeof LeadCategory>

/** Creates a lead; with leadId, changes that lead and links the contact to it (decision 8.1). */
export const NewLead = record(
  described(
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
    {
      leadId: 'An existing lead, to which the contact is linked and whose fields are changed',
      leadContact: 'Id of the contact',
      firstName: 'First name, for the name of the lead',
      lastName: 'Last name, for the name of the lead',
      company: 'Company, for the name of the lead',
      leadCategory: 'Id of a category of the client',
      leadOwner: 'Id of a CRM user of the client',
      leadComment: 'Entry in the logbook of the lead',
      clientId: 'Client that the lead belongs to; left out: the default client of the token’s user',
      subject: 'Name of the lead; left out: company, else first and last name, else those of the contact',
      setCompanyContact: 'Links the company of the contact to the lead as well',
      useContactComment: 'Writes leadComment to the logbook of the contact as well',
    },
  ),
  'NewLead',
  'A lead to be created or changed',
)
export type NewLead = Static<typeof NewLead>
