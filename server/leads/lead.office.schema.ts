// Leads in the back office.
import Type, { type Static } from 'typebox'
import {
  answerProperties,
  count,
  day,
  fields,
  inputProperties,
  name,
  nonNegativeMoney,
  reference,
  shortText,
  text,
} from '../platform/database/fields.ts'
import { Count, Id, IdOrNone, IsoDate, partly, record, ShortText } from '../platform/ground/schema.ts'

/** A calendar date, or '' for none. */
export const DayOrNone = Type.Union([IsoDate, Type.Literal('')])

const dayOrNone = { ...day, input: DayOrNone }

/** The fields that the office writes. */
export const leadFields = {
  ...fields({
    name,
    status: { ...text, input: Type.String({ maxLength: 50 }) },
    ownerId: reference,
    categoryId: reference,
    region: shortText,
    sector: shortText,
    size: count,
    rating: count,
    companyId: reference,
    offerDate: dayOrNone,
    nextStep: shortText,
    nextStepDate: dayOrNone,
    nextStepAssigneeId: reference,
  }),
  /** In EUR; 0: unknown. */
  value: ['value_eur', nonNegativeMoney],
} as const

export const LeadContactSummary = record({ id: Id, name: Type.String(), contactType: Type.String() })

/**
 * A lead with the names of the records it refers to. Without the right to see contacts, company and contacts are empty;
 * without that to tasks, their number is 0.
 */
export const Lead = record({
  id: Id,
  version: Type.Integer(),
  clientId: Id,
  ...answerProperties(leadFields),
  statusChangedAt: Type.String(),
  ownerName: Type.String(),
  categoryName: Type.String(),
  companyName: Type.String(),
  contactIds: Type.Array(Id),
  contacts: Type.Array(LeadContactSummary),
  nextStepAssigneeName: Type.String(),
  openTaskCount: Count,
  createdAt: Type.String(),
})
export type Lead = Static<typeof Lead>

const input = {
  ...inputProperties(leadFields),
  contactIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
}

/** A new lead; without clientId, it belongs to the user's default client. */
export const NewLeadBody = record({ clientId: Type.Optional(Id), ...input })
export type NewLeadBody = Static<typeof NewLeadBody>

/** The client of a lead cannot be changed. */
export const LeadChange = record({ version: Type.Integer(), ...partly(input) })
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
