// A record that needs no more than a list and a form: its section follows from a description of its fields.
import type { SelectInputProps } from 'react-admin'
import type { RecordOf } from '../api/endpoints.ts'
import type { Right } from '../api/session.ts'
import { lazyComponent } from '../section/lazy-component.tsx'
import { defaultSubject, type MenuEntry, type OfficeSection } from '../section/section.ts'

export interface SimpleField {
  /** How the field is entered; left out: as a line of text. */
  input?:
    | 'multiline'
    | 'money'
    | 'boolean'
    | { min: number; max: number }
    | { choices: NonNullable<SelectInputProps['choices']> }
    /** The id of another record: chosen from all of a resource, or searched. */
    | { select: string }
    | { search: string }
  required?: true
  narrow?: true
  /** Key of the text below the input. */
  help?: string
}

export interface SimpleRecord<Field extends string = string> {
  right: Right
  menu?: Pick<MenuEntry, 'icon' | 'group' | 'order'>
  /** Subject of the change log; by default, the resource's name without its s. */
  subject?: string
  /** In the order of the form. */
  fields: { readonly [F in Field]?: SimpleField }
  columns: readonly Field[]
  /** Columns by which the server does not sort. */
  unsorted?: readonly Field[]
  /** Fields with `select` that filter the list. */
  filters?: readonly Field[]
  defaultValues?: { readonly [F in Field]?: unknown }
}

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
