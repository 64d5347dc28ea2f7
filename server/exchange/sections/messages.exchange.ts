// Data set: templates and rules of messages.
import { sql } from 'kysely'
import Type from 'typebox'
import { ruleCauses } from '../../messages/causes.ts'
import { roles } from '../../messages/roles.ts'
import { ruleFields, ruleOwnerFields } from '../../messages/rules/rules.ts'
import { templateFields } from '../../messages/templates/templates.office.ts'
import { type FieldType, id, renamed, shortText, texts } from '../../platform/database/fields.ts'
import { reportTaken } from '../records/duplicates.ts'
import { oneOfOrNone } from '../records/field-types.ts'
import { tableSection } from '../records/section.ts'

const someOf = (...values: readonly string[]): FieldType => ({
  ...texts,
  schema: Type.Array(Type.Enum([...values])),
})

export const commTemplates = tableSection({
  name: 'commTemplates',
  table: 'communication_template',
  target: 'template',
  fields: {
    id: ['id', id],
    ...templateFields,
    name: ['name', shortText],
    cause: ['cause', oneOfOrNone(...ruleCauses)],
  },
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'communication_template',
      column: 'cause',
      field: 'cause',
      value: (item) => item['cause'],
      name: 'template',
    }),
})

export const messageRules = tableSection({
  name: 'messageRules',
  table: 'message_rule',
  required: ['cause'],
  fields: {
    id: ['id', id],
    ...ruleOwnerFields,
    ...ruleFields,
    ...renamed(ruleFields, {
      recipients: ['recipients', someOf(...roles)],
      fileRights: ['fileRights', texts],
      documentKinds: ['documentKinds', texts],
    }),
  },
  references: { categoryId: 'category', eventId: 'event', dateId: 'date', templateId: 'template' },
  normalize(item, _raw, pointer, errors) {
    if (['categoryId', 'eventId', 'dateId'].filter((field) => item[field] !== 0).length > 1)
      errors.add(pointer, 'must belong to at most one of categoryId, eventId and dateId')
    return item
  },
  async validateAgainstDatabase(tx, records, { errors }) {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, concat_ws(' ', role, cause, offset_days, coalesce(category_id, 0), coalesce(event_id, 0), coalesce(date_id, 0)) as key
      from message_rule, unnest(recipients) as role where not id = any(${records.items.map((item) => item['id'])}::int[])`.execute(
      tx,
    )
    const owners = new Map(rows.map(({ id, key }) => [key, `rule ${id}`]))
    for (const [index, item] of records.items.entries()) {
      const { recipients, cause, offsetDays, categoryId, eventId, dateId } = item
      for (const role of new Set(recipients)) {
        const key = [role, cause, offsetDays, categoryId, eventId, dateId].join(' ')
        const owner = owners.get(key)
        if (owner === undefined) owners.set(key, records.pointer(index))
        else errors.add(`${records.pointer(index)}/recipients`, `${role} is told by the rule of ${owner}`)
      }
    }
  },
})
