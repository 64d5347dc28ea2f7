// Leads as the back office shows and takes them.
import Type, { type Static } from 'typebox'
import { Count, Id, IdOrNone, IsoDate, record, ShortText } from '../platform/http/schema.ts'

/** A calendar date, or '' for none. */
export const DayOrNone = Type.Union([IsoDate, Type.Literal('')])

const Name = Type.String({ maxLength: 255, format: 'not-blank' })

export const LeadContactSummary = record({ id: Id, name: Type.String(), contactType: Type.String() })

/** A lead with the names of what it refers to. Without the right to see contacts its persons and company are left out. */
export const Lead = record({
  id: Id,
  version: Type.Integer(),
  clientId: Id,
  name: Type.String(),
  state: Type.String(),
  stateAt: Type.String(),
  ownerId: IdOrNone,
  owner: Type.String(),
  categoryId: IdOrNone,
  category: Type.String(),
  region: Type.String(),
  sector: Type.String(),
  size: Count,
  rating: Count,
  companyId: IdOrNone,
  company: Type.String(),
  contactIds: Type.Array(Id),
  contacts: Type.Array(LeadContactSummary),
  nextStep: Type.String(),
  nextStepOn: Type.String(),
  nextStepUserId: IdOrNone,
  nextStepUser: Type.String(),
  openTasks: Count,
  createdAt: Type.String(),
})
export type Lead = Static<typeof Lead>

const fields = {
  state: Type.Optional(Type.String({ maxLength: 50 })),
  ownerId: Type.Optional(IdOrNone),
  categoryId: Type.Optional(IdOrNone),
  region: Type.Optional(ShortText),
  sector: Type.Optional(ShortText),
  size: Type.Optional(Count),
  rating: Type.Optional(Count),
  companyId: Type.Optional(IdOrNone),
  contactIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  nextStep: Type.Optional(ShortText),
  nextStepOn: Type.Optional(DayOrNone),
  nextStepUserId: Type.Optional(IdOrNone),
}

/** A lead made by hand; its client left out is the user's default client. */
export const NewLeadBody = record({ clientId: Type.Optional(Id), name: Name, ...fields })
export type NewLeadBody = Static<typeof NewLeadBody>

/** What changes of a lead. A lead does not change its client. */
export const LeadChange = record({ version: Type.Integer(), name: Type.Optional(Name), ...fields })
export type LeadChange = Static<typeof LeadChange>

/** What both views of the leads are filtered by. */
export const leadFilters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  state: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100 })),
  /** Those whose state is open, or the others. */
  open: Type.Optional(Type.Boolean()),
  /** The user's own. */
  mine: Type.Optional(Type.Boolean()),
  ownerId: Type.Optional(IdOrNone),
  categoryId: Type.Optional(IdOrNone),
  region: Type.Optional(ShortText),
  sector: Type.Optional(ShortText),
  clientId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  companyId: Type.Optional(Id),
  /** Their next step is due on that day or before. */
  dueBy: Type.Optional(IsoDate),
  /** Made on that day or later. */
  createdFrom: Type.Optional(IsoDate),
}
export type LeadFilters = { [K in keyof typeof leadFilters]?: Static<(typeof leadFilters)[K]> }

export const LeadState = record({
  id: Type.String(),
  nameDe: Type.String(),
  nameEn: Type.String(),
  isOpen: Type.Boolean(),
})

/** A column of the board: the leads shown and how many there are. */
export const BoardColumn = record({ id: Type.String(), count: Count, leads: Type.Array(Lead) })

const Named = record({ id: Id, name: Type.String() })

/** What a client's leads and tasks can be given to and sorted by. */
export const ClientChoices = record({
  id: Id,
  name: Type.String(),
  /** Whom leads can belong to. */
  owners: Type.Array(Named),
  /** Whom tasks and next steps can be given to. */
  users: Type.Array(Named),
  categories: Type.Array(Named),
  regions: Type.Array(Type.String()),
  sectors: Type.Array(Type.String()),
})

/** What was noted, or said on the telephone. */
export const LogbookEntry = record({
  id: Id,
  createdAt: Type.String(),
  createdByName: Type.String(),
  kind: Type.Enum(['note', 'call']),
  text: Type.String(),
  taskId: IdOrNone,
  taskNr: Type.String(),
  /** Of a task that came as a mail. */
  isMail: Type.Boolean(),
})

export const NewLogbookEntry = record({
  kind: Type.Enum(['note', 'call']),
  text: Type.String({ maxLength: 65535, format: 'not-blank' }),
})
