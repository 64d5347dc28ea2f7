// Leads in the back office.
import Type, { type Static } from 'typebox'
import { nonNegativeMoney } from '../platform/database/fields.ts'
import { Count, Id, IdOrNone, IsoDate, record, ShortText } from '../platform/ground/schema.ts'

/** A calendar date, or '' for none. */
export const DayOrNone = Type.Union([IsoDate, Type.Literal('')])

const Name = Type.String({ maxLength: 255, format: 'not-blank' })

export const LeadContactSummary = record({ id: Id, name: Type.String(), contactType: Type.String() })

/**
 * A lead with the names of the records it refers to. Without the right to see contacts, company and contacts are empty;
 * without that to tasks, their number is 0.
 */
export const Lead = record({
  id: Id,
  version: Type.Integer(),
  clientId: Id,
  name: Type.String(),
  status: Type.String(),
  statusChangedAt: Type.String(),
  ownerId: IdOrNone,
  ownerName: Type.String(),
  categoryId: IdOrNone,
  categoryName: Type.String(),
  region: Type.String(),
  sector: Type.String(),
  size: Count,
  rating: Count,
  companyId: IdOrNone,
  companyName: Type.String(),
  contactIds: Type.Array(Id),
  contacts: Type.Array(LeadContactSummary),
  /** In EUR; 0: unknown. */
  value: nonNegativeMoney.schema,
  offerDate: Type.String(),
  nextStep: Type.String(),
  nextStepDate: Type.String(),
  nextStepAssigneeId: IdOrNone,
  nextStepAssigneeName: Type.String(),
  openTaskCount: Count,
  createdAt: Type.String(),
})
export type Lead = Static<typeof Lead>

const fields = {
  status: Type.Optional(Type.String({ maxLength: 50 })),
  ownerId: Type.Optional(IdOrNone),
  categoryId: Type.Optional(IdOrNone),
  region: Type.Optional(ShortText),
  sector: Type.Optional(ShortText),
  size: Type.Optional(Count),
  rating: Type.Optional(Count),
  companyId: Type.Optional(IdOrNone),
  contactIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  value: Type.Optional(nonNegativeMoney.input),
  offerDate: Type.Optional(DayOrNone),
  nextStep: Type.Optional(ShortText),
  nextStepDate: Type.Optional(DayOrNone),
  nextStepAssigneeId: Type.Optional(IdOrNone),
}

/** A new lead; without clientId, it belongs to the user's default client. */
export const NewLeadBody = record({ clientId: Type.Optional(Id), name: Name, ...fields })
export type NewLeadBody = Static<typeof NewLeadBody>

/** The client of a lead cannot be changed. */
export const LeadChange = record({ version: Type.Integer(), name: Type.Optional(Name), ...fields })
export type LeadChange = Static<typeof LeadChange>

/** Filters of the list and the board. */
export const leadFilters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100 })),
  /** Whether the status is open. */
  isOpen: Type.Optional(Type.Boolean()),
  owner: Type.Optional(Type.Enum(['me', 'none'])),
  ownerId: Type.Optional(Id),
  categoryId: Type.Optional(Id),
  region: Type.Optional(ShortText),
  sector: Type.Optional(ShortText),
  clientId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  companyId: Type.Optional(Id),
  /** The next step is due on this day or earlier. */
  dueBy: Type.Optional(IsoDate),
  /** Created on this day or later. */
  createdFrom: Type.Optional(IsoDate),
}
export type LeadFilters = { [K in keyof typeof leadFilters]?: Static<(typeof leadFilters)[K]> }

export const LeadStatus = record({
  id: Type.String(),
  nameDe: Type.String(),
  nameEn: Type.String(),
  isOpen: Type.Boolean(),
})

/** A column of the board: the number of its leads, and the first of them. */
export const BoardColumn = record({ status: Type.String(), leadCount: Count, leads: Type.Array(Lead) })

const Named = record({ id: Id, name: Type.String() })

/** Values to choose from for the leads and tasks of a client. */
export const ClientOptions = record({
  id: Id,
  name: Type.String(),
  /** Possible owners of leads. */
  owners: Type.Array(Named),
  /** Possible assignees of tasks and next steps. */
  assignees: Type.Array(Named),
  categories: Type.Array(Named),
  regions: Type.Array(Type.String()),
  sectors: Type.Array(Type.String()),
})

export const LogbookEntry = record({
  id: Id,
  createdAt: Type.String(),
  createdByName: Type.String(),
  kind: Type.Enum(['note', 'call']),
  text: Type.String(),
  taskId: IdOrNone,
  taskNr: Type.String(),
  /** Whether the entry stands for the imported mail of its task. */
  isMail: Type.Boolean(),
})

export const NewLogbookEntry = record({
  kind: Type.Enum(['note', 'call']),
  text: Type.String({ maxLength: 65535, format: 'not-blank' }),
})
