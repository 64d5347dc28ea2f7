// The form by which a visitor asks the provider of an event, or requests in-house training.
import { h, type VNode } from 'preact'
import {
  choice,
  errorText,
  field,
  fieldset,
  firstChoiceId,
  folded,
  hiddenFields,
  isUsed,
} from './booking-fields.ts'
import type { Entries, FormError } from './booking-form.ts'
import type { PageView } from './layout.ts'
import type { Texts } from './texts.ts'

export type EnquiryView = {
  texts: Texts
  title: string
  eventPath: string
  action: string
  /** Fields that the visitor does not see. */
  hidden: Readonly<Record<string, string>>
  entries: Entries
  errors: readonly FormError[]
}

const errorSummary = ({ texts, errors }: EnquiryView): VNode | null =>
  errors.length === 0
    ? null
    : h('div', { role: 'alert', tabindex: -1, autofocus: true }, [
        h('p', null, texts.shop.enquiry.wrong),
        h(
          'ul',
          null,
          errors.map(({ name, text }) =>
            h(
              'li',
              { key: name },
              name === '' ? text : h('a', { href: `#${name === 'kind' ? firstChoiceId(name) : name}` }, text),
            ),
          ),
        ),
      ])

const back = ({ texts, eventPath }: Pick<EnquiryView, 'texts' | 'eventPath'>): VNode =>
  h('p', { class: 'crumb' }, h('a', { href: eventPath }, `‹ ${texts.shop.enquiry.backToEvent}`))

export function enquiryView(view: EnquiryView): PageView {
  const { texts, title } = view
  const { enquiry } = texts.shop
  const details = ['participants', 'period']
  return {
    title: `${enquiry.title}: ${title}`,
    isPrivate: true,
    content: [
      back(view),
      h('p', { class: 'eyebrow' }, enquiry.title),
      h('h1', null, title),
      errorSummary(view),
      h('form', { class: 'book narrow', method: 'post', action: view.action, novalidate: true }, [
        ...hiddenFields(view.hidden),
        fieldset(enquiry.kind, [
          choice(view, 'kind', enquiry.about, [
            { value: 'question', label: enquiry.kinds.question },
            { value: 'inHouse', label: enquiry.kinds.inHouse },
          ]),
          h('div', { class: 'field wide' }, [
            h('label', { for: 'message' }, enquiry.message),
            h(
              'textarea',
              {
                id: 'message',
                name: 'message',
                maxlength: 5000,
                'aria-required': 'true',
                ...(view.errors.some(({ name }) => name === 'message') && {
                  'aria-invalid': 'true',
                  'aria-describedby': 'message.error',
                }),
              },
              view.entries['message'] ?? '',
            ),
            errorText(view, 'message'),
          ]),
          folded(
            enquiry.details,
            view.entries['kind'] === 'inHouse' || isUsed(view, (name) => details.includes(name)),
            [
              field(view, 'participants', {
                label: enquiry.participants,
                autocomplete: 'off',
                isConditional: true,
              }),
              field(view, 'period', { label: enquiry.period, autocomplete: 'off', isConditional: true }),
            ],
          ),
        ]),
        fieldset(enquiry.you, [
          field(view, 'firstName', { label: texts.firstName, autocomplete: 'given-name' }),
          field(view, 'lastName', { label: texts.lastName, autocomplete: 'family-name' }),
          field(view, 'email', { label: texts.email, type: 'email', autocomplete: 'email' }),
          field(view, 'phone', { label: texts.phone, type: 'tel', autocomplete: 'tel', isOptional: true }),
          field(view, 'company', {
            label: texts.company,
            autocomplete: 'organization',
            isOptional: true,
            wide: true,
          }),
        ]),
        h('div', { class: 'trap', 'aria-hidden': 'true' }, [
          h('label', { for: 'homepage' }, texts.trap),
          h('input', { id: 'homepage', name: 'homepage', tabindex: -1, autocomplete: 'off', value: '' }),
        ]),
        h('p', { class: 'soft' }, enquiry.purpose),
        h('p', null, h('button', { type: 'submit' }, enquiry.send)),
      ]),
    ],
  }
}

export const enquirySentView = (
  view: Pick<EnquiryView, 'texts' | 'title' | 'eventPath'>,
  email: string,
): PageView => ({
  title: view.texts.shop.enquiry.doneTitle,
  isPrivate: true,
  content: [
    h('h1', null, view.texts.shop.enquiry.doneTitle),
    h('p', null, view.texts.shop.enquiry.done(email)),
    back(view),
  ],
})
