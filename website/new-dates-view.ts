// The form by which a visitor asks to be told of new dates of an event.
import { h } from 'preact'
import type { alertTexts } from '../server/website/date-alerts/texts.ts'
import type { PageView } from './layout.ts'

export type NewDatesView = {
  texts: (typeof alertTexts)['de']
  event: string
  eventPath: string
  action: string
  email: string
  /** '': none. */
  error: string
  /** '': the form is shown. */
  sentTo: string
}

export const newDatesView = ({
  texts,
  event,
  eventPath,
  action,
  email,
  error,
  sentTo,
}: NewDatesView): PageView => {
  const title = sentTo === '' ? texts.title(event) : texts.sent.title
  return {
    title,
    isPrivate: true,
    content: [
      h('h1', null, title),
      ...(sentTo === ''
        ? [
            h('p', null, texts.intro),
            h('form', { class: 'book', method: 'post', action, novalidate: true }, [
              h('div', { class: 'card' }, [
                h('div', { class: 'field wide' }, [
                  h('label', { for: 'email' }, texts.email),
                  h('input', {
                    id: 'email',
                    name: 'email',
                    type: 'email',
                    autocomplete: 'email',
                    value: email,
                    maxlength: 255,
                    'aria-required': 'true',
                    ...(error !== '' && {
                      'aria-invalid': 'true' as const,
                      'aria-describedby': 'email.error',
                      autofocus: true,
                    }),
                  }),
                  error === '' ? null : h('p', { class: 'error', id: 'email.error', role: 'alert' }, error),
                ]),
                h('p', { class: 'soft' }, texts.purpose),
                h('div', { class: 'trap', 'aria-hidden': 'true' }, [
                  h('label', { for: 'homepage' }, texts.trap),
                  h('input', {
                    id: 'homepage',
                    name: 'homepage',
                    tabindex: -1,
                    autocomplete: 'off',
                    value: '',
                  }),
                ]),
                h('p', null, h('button', { type: 'submit' }, texts.button)),
              ]),
            ]),
          ]
        : [h('p', { role: 'status' }, texts.sent.text(sentTo))]),
      h('p', null, h('a', { href: eventPath }, texts.back)),
    ],
  }
}
