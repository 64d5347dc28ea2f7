// A record that needs no more than a list and a form: its section follows from a description of its fields.
import type { RecordOf } from '../api/endpoints.ts'
import { lazyComponent } from '../section/lazy-component.tsx'
import { defaultSubject, type OfficeSection } from '../section/section.ts'
import type { SimpleRecord } from './simple-record-pages.tsx'

const pages = () => import('./simple-record-pages.tsx')
const List = lazyComponent(async () => (await pages()).SimpleList)
const Create = lazyComponent(async () => (await pages()).SimpleCreate)
const Edit = lazyComponent(async () => (await pages()).SimpleEdit)

/**
 * The section of a record: list, form and menu entry. Its names are `resources.<resource>` of the texts of another section.
 * @param resource the path below /office/api
 */
export function simpleRecord<const R extends string>(
  resource: R,
  record: SimpleRecord<keyof RecordOf<R> & string>,
): OfficeSection {
  const { right, menu, subject = defaultSubject(resource) } = record
  return {
    resources: [
      {
        name: resource,
        subject,
        list: <List record={record} />,
        create: <Create record={record} />,
        edit: <Edit record={record} subject={subject} />,
        recordRepresentation: 'name',
        right,
      },
    ],
    menu: menu ? [{ ...menu, to: `/${resource}`, text: `resources.${resource}.name`, right }] : [],
  }
}
