// Fields of the booking form, with their errors.
import { type ComponentChildren, h, type VNode } from 'preact'
import type { BookingView } from './booking-form.ts'

/** `path`: before the names of all fields, for one of several dates. */
type Fields = Pick<BookingView, 'entries' | 'errors' | 'texts'> & { path?: string }

/** The name of a field in its form. */
const nameIn = ({ path = '' }: Pick<Fields, 'path'>, name: string): string => path + name

type FieldProps = {
  label: string
  type?: 'text' | 'email' | 'tel'
  autocomplete: string
  isOptional?: boolean
  /** Whether it has to be filled in depends on other fields. */
  isConditional?: boolean
  wide?: boolean
}

export const enteredValue = ({ entries }: Pick<Fields, 'entries'>, name: string): string =>
  entries[name] ?? ''

const errorOf = ({ errors }: Pick<Fields, 'errors'>, name: string): string | undefined =>
  errors.find((error) => error.name === name)?.text

/** Whether one of the fields is filled in or wrong, so that it has to be seen. */
export const isUsed = (
  view: Pick<Fields, 'entries' | 'errors'>,
  isField: (name: string) => boolean,
): boolean =>
  view.errors.some(({ name }) => isField(name)) ||
  Object.entries(view.entries).some(([name, text]) => text !== '' && isField(name))

/** The id of an error, which its field names. */
const errorId = (name: string): string => `${name}.error`

export const errorText = (view: Pick<Fields, 'errors' | 'path'>, name: string): VNode | null => {
  const error = errorOf(view, name)
  return error === undefined ? null : h('p', { class: 'error', id: errorId(nameIn(view, name)) }, error)
}

const invalid = (view: Fields, name: string) =>
  errorOf(view, name) === undefined
    ? {}
    : { 'aria-invalid': 'true' as const, 'aria-describedby': errorId(nameIn(view, name)) }

export function field(view: Fields, name: string, props: FieldProps): VNode {
  const { label, type = 'text', autocomplete, isOptional, isConditional, wide } = props
  const id = nameIn(view, name)
  return h('div', { class: wide ? 'field wide' : 'field', key: name }, [
    h('label', { for: id }, isOptional ? view.texts.optionalField(label) : label),
    h('input', {
      id,
      name: id,
      type,
      autocomplete,
      value: enteredValue(view, name),
      maxlength: 255,
      ...(isOptional || isConditional ? {} : { 'aria-required': 'true' as const }),
      ...invalid(view, name),
    }),
    errorText(view, name),
  ])
}

type SelectProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  autocomplete?: string
  isRequired?: boolean
  hint?: string
  wide?: boolean
}

export function select(view: Fields, name: string, props: SelectProps): VNode {
  const { label, options, value, autocomplete, isRequired, hint, wide } = props
  const id = nameIn(view, name)
  return h('div', { class: wide ? 'field wide' : 'field', key: name }, [
    h('label', { for: id }, label),
    h(
      'select',
      {
        id,
        name: id,
        ...(autocomplete && { autocomplete }),
        ...(isRequired && { 'aria-required': 'true' as const }),
        ...(hint && { 'aria-describedby': `${id}.hint` }),
        ...invalid(view, name),
      },
      options.map((option) =>
        h(
          'option',
          { value: option.value, selected: option.value === value, key: option.value },
          option.label,
        ),
      ),
    ),
    hint ? h('p', { class: 'soft', id: `${id}.hint` }, hint) : null,
    errorText(view, name),
  ])
}

export function check(
  view: Fields,
  name: string,
  label: ComponentChildren,
  props: { type?: 'checkbox' | 'radio'; value?: string; id?: string } = {},
): VNode {
  const { type = 'checkbox', value = 'yes', id = nameIn(view, name) } = props
  return h('label', { class: 'check wide', key: id }, [
    h('input', {
      type,
      id,
      name: nameIn(view, name),
      value,
      checked: enteredValue(view, name) === value,
      ...invalid(view, name),
    }),
    h('span', null, label),
  ])
}

/** The id of the first choice of a group, to which its error leads. */
export const firstChoiceId = (name: string): string => `${name}.first`

/** One of several answers. */
export const choice = (
  view: Fields,
  name: string,
  label: string,
  answers: readonly { value: string; label: string }[],
): VNode => {
  const group = nameIn(view, name)
  return h('div', { class: 'wide', role: 'radiogroup', 'aria-labelledby': group, key: name }, [
    h('span', { class: 'question', id: group }, label),
    ...answers.map(({ value, label: answer }, at) =>
      check(view, name, answer, {
        type: 'radio',
        value,
        id: at === 0 ? firstChoiceId(group) : `${group}.${value}`,
      }),
    ),
    errorText(view, name),
  ])
}

export const fieldset = (legend: string, content: ComponentChildren, className?: string): VNode =>
  h('fieldset', { ...(className && { class: className }) }, [h('legend', null, legend), content])

/** Fields that few visitors need. They are open if one is filled in or wrong. */
export const folded = (summary: string, isOpen: boolean, content: ComponentChildren): VNode =>
  h('details', { class: 'wide', open: isOpen }, [
    h('summary', null, summary),
    h('div', { class: 'fields' }, content),
  ])

export const hiddenFields = (fields: Readonly<Record<string, string>>): VNode[] =>
  Object.entries(fields).map(([name, value]) => h('input', { type: 'hidden', name, value, key: name }))
