// The page on which a participant gives feedback, by a link.

import type { Language } from '../platform/ground/language.ts'
import type { PageText } from '../platform/pages/page-html.ts'
import { maxAnswerLength } from '../platform/pages/page-html.ts'
import { enteredText, type PublicPage } from '../platform/pages/public-pages.ts'
import { unknownLink } from '../platform/pages/unknown-link.ts'
import type { Question } from './feedback.schema.ts'
import { type Answers, feedbackPath, findFeedbackInvitation, storeAnswers } from './feedback-link.ts'
import { questionKinds } from './question-kinds.ts'
import { questionsOfDate } from './questions.sql.ts'

const texts = {
  de: {
    intro:
      'Ihre Antworten helfen uns, besser zu werden. Sie werden ohne Ihren Namen gespeichert, außer Sie wollen es anders.',
    scale: ['1 – gar nicht', '2', '3', '4', '5 – sehr'],
    withName: 'Dürfen wir Ihren Namen zu den Antworten speichern?',
    anonymous: 'Nein, anonym',
    named: 'Ja, mit Namen',
    send: 'Absenden',
    nothing: 'Bitte beantworten Sie mindestens eine Frage.',
    thanks: { title: 'Vielen Dank', paragraphs: ['Ihr Feedback ist gespeichert.'] },
    answered: {
      title: 'Vielen Dank',
      paragraphs: ['Zu diesem Termin haben Sie Ihr Feedback schon gegeben.'],
    },
    early: {
      title: 'Noch zu früh',
      paragraphs: ['Ihr Feedback können Sie ab dem letzten Tag des Termins geben.'],
    },
    closed: {
      title: 'Die Befragung ist beendet',
      paragraphs: [
        'Zu diesem Termin nehmen wir kein Feedback mehr an. Schreiben Sie uns gern eine Nachricht.',
      ],
    },
  },
  en: {
    intro: 'Your answers help us to improve. They are stored without your name, unless you say otherwise.',
    scale: ['1 – not at all', '2', '3', '4', '5 – very'],
    withName: 'May we store your name with the answers?',
    anonymous: 'No, anonymous',
    named: 'Yes, with my name',
    send: 'Send',
    nothing: 'Please answer at least one question.',
    thanks: { title: 'Thank you', paragraphs: ['Your feedback has been stored.'] },
    answered: { title: 'Thank you', paragraphs: ['You have given your feedback on this date already.'] },
    early: {
      title: 'Too early',
      paragraphs: ['You can give your feedback from the last day of the date on.'],
    },
    closed: {
      title: 'The survey has ended',
      paragraphs: ['Feedback on this date is no longer taken. You are welcome to write to us.'],
    },
  },
} as const

const nameQuestion = 'name'
const fieldOf = ({ id }: Question): string => `q${id}`

const choicesOf = ({ choicesDe, choicesEn }: Question, language: Language): readonly string[] =>
  language === 'en' && choicesEn.length > 0 ? choicesEn : choicesDe

function answerLabels(
  question: Question,
  language: Language,
): { value: string; label: string }[] | undefined {
  const { isText, maximum } = questionKinds[question.kind]
  if (isText) return undefined
  return maximum > 0
    ? texts[language].scale.map((label, index) => ({ value: String(index + 1), label }))
    : choicesOf(question, language).map((label, index) => ({ value: String(index), label }))
}

const formPage = (
  title: string,
  questions: readonly Question[],
  language: Language,
  fields: URLSearchParams,
  notice?: string,
): PageText => ({
  status: 200,
  title,
  paragraphs: [texts[language].intro],
  ...(notice === undefined ? {} : { notice }),
  questions: [
    ...questions.map((question) => {
      const answers = answerLabels(question, language)
      return {
        name: fieldOf(question),
        label: (language === 'en' && question.textEn) || question.textDe,
        ...(answers && { answers }),
        chosen: fields.get(fieldOf(question)) ?? '',
      }
    }),
    {
      name: nameQuestion,
      label: texts[language].withName,
      answers: [
        { value: 'anonymous', label: texts[language].anonymous },
        { value: 'named', label: texts[language].named },
      ],
      chosen: fields.get(nameQuestion) ?? 'anonymous',
    },
  ],
  button: texts[language].send,
})

/** The valid answers; others are left out. */
function answersOf(questions: readonly Question[], fields: URLSearchParams): Answers {
  const answers: Answers = {}
  for (const question of questions) {
    const given = enteredText(fields, fieldOf(question), maxAnswerLength)
    if (questionKinds[question.kind].isText) {
      if (given !== '') answers[question.id] = given
    } else if (answerLabels(question, 'de')!.some(({ value }) => value === given))
      answers[question.id] = Number(given)
  }
  return answers
}

const titleOf = ({ title }: { title: string }): string => `Feedback: ${title}`

export const feedbackPage: PublicPage = {
  path: feedbackPath('{secret}'),
  via: 'feedback-link',
  async show({ db, params, language, today }) {
    const invitation = await findFeedbackInvitation(db, params['secret']!, today)
    if (!invitation) return unknownLink(language)
    if (invitation.state !== 'open')
      return { status: invitation.state === 'answered' ? 200 : 410, ...texts[language][invitation.state] }
    const questions = await questionsOfDate(db, invitation.dateId)
    return formPage(titleOf(invitation), questions, language, new URLSearchParams())
  },
  async submit({ tx, params, fields, language, today }) {
    const invitation = await findFeedbackInvitation(tx, params['secret']!, today)
    if (!invitation) return unknownLink(language)
    if (invitation.state !== 'open')
      return { status: invitation.state === 'answered' ? 200 : 410, ...texts[language][invitation.state] }
    const questions = await questionsOfDate(tx, invitation.dateId)
    const answers = answersOf(questions, fields)
    if (Object.keys(answers).length === 0)
      return formPage(titleOf(invitation), questions, language, fields, texts[language].nothing)
    const withName = fields.get(nameQuestion) === 'named'
    const isFirst = await storeAnswers(tx, invitation, answers, { withName, today })
    return { status: 200, ...texts[language][isFirst ? 'thanks' : 'answered'] }
  },
}
