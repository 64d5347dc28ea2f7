import type { feedbackErrors } from '../../server/feedback/feedback.errors.ts'
import { type ErrorTexts, texts } from '../shell/language/texts.ts'

export const feedbackTexts = texts({
  de: {
    errors: {
      feedback: {
        foreignQuestion: 'muss eine Frage dieser Veranstaltung sein',
        choicesMissing: 'muss mindestens zwei Antworten enthalten, eine je Zeile',
        choicesNotAllowed: 'ist nur bei Fragen mit Auswahl erlaubt',
        choicesDiffer: 'muss leer sein oder so viele Antworten enthalten wie auf Deutsch',
        kindFixed: 'kann nicht geändert werden',
      } satisfies ErrorTexts<typeof feedbackErrors>,
    },
    feedback: {
      title: 'Feedback',
      questions: 'Feedback-Fragen',
      ofEvent: 'Feedback-Fragen: %{title}',
      usesDefault: 'Diese Veranstaltung hat keine eigenen Fragen. Es gelten die allgemeinen.',
      showDefault: 'Allgemeine Fragen zeigen',
      copyDefault: 'Mit den allgemeinen Fragen beginnen',
      question: 'Frage |||| Fragen',
      kind: 'Art',
      kinds: { scale: 'Skala 1 bis 5', choice: 'Auswahl', text: 'Text' },
      textDe: 'Frage auf Deutsch',
      textEn: 'Frage auf Englisch',
      choicesDe: 'Antworten auf Deutsch, eine je Zeile',
      choicesEn: 'Antworten auf Englisch, eine je Zeile',
      saved: 'Die Fragen sind gespeichert.',
      days: 'Tage nach dem Ende, in denen Feedback möglich ist',
      daysSaved: 'Gespeichert.',
      edit: 'Fragen bearbeiten',
      counts: '%{responses} von %{invited} haben geantwortet.',
      none: 'Noch kein Feedback.',
      hidden:
        'Die Antworten zu einem Termin werden erst ab drei anonymen Antworten gezeigt. |||| Die Antworten zu %{smart_count} Terminen werden erst ab drei anonymen Antworten gezeigt.',
      average:
        'Mittelwert %{average} bei %{smart_count} Antwort |||| Mittelwert %{average} bei %{smart_count} Antworten',
      answers: '%{smart_count} Antwort |||| %{smart_count} Antworten',
      answer: 'Antwort',
      number: 'Anzahl',
      asTable: 'Als Tabelle',
      anonymous: 'anonym',
      export: 'Export (%{format})',
    },
  },
  en: {
    errors: {
      feedback: {
        foreignQuestion: 'must be a question of this event',
        choicesMissing: 'must have at least two answers, one a line',
        choicesNotAllowed: 'is only allowed for questions with a choice',
        choicesDiffer: 'must be empty, or have as many answers as in German',
        kindFixed: 'cannot be changed',
      } satisfies ErrorTexts<typeof feedbackErrors>,
    },
    feedback: {
      title: 'Feedback',
      questions: 'Feedback questions',
      ofEvent: 'Feedback questions: %{title}',
      usesDefault: 'This event has no questions of its own. The general ones apply.',
      showDefault: 'Show the general questions',
      copyDefault: 'Begin with the general questions',
      question: 'Question |||| Questions',
      kind: 'Kind',
      kinds: { scale: 'Scale from 1 to 5', choice: 'Choice', text: 'Text' },
      textDe: 'Question in German',
      textEn: 'Question in English',
      choicesDe: 'Answers in German, one a line',
      choicesEn: 'Answers in English, one a line',
      saved: 'The questions have been saved.',
      days: 'Days after the end in which feedback can be given',
      daysSaved: 'Saved.',
      edit: 'Edit questions',
      counts: '%{responses} of %{invited} have answered.',
      none: 'No feedback yet.',
      hidden:
        'The answers on a date are shown from three anonymous answers on. |||| The answers on %{smart_count} dates are shown from three anonymous answers on.',
      average:
        'Average %{average} of %{smart_count} answer |||| Average %{average} of %{smart_count} answers',
      answers: '%{smart_count} answer |||| %{smart_count} answers',
      answer: 'Answer',
      number: 'Number',
      asTable: 'As a table',
      anonymous: 'anonymous',
      export: 'Export (%{format})',
    },
  },
})
