// The answers to a question: a plot or a table of numbers, or texts.

import {
  Box,
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { Suspense, useState } from 'react'
import { useLocaleState } from 'react-admin'
import { questionKinds } from '../../server/feedback/question-kinds.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { lazyComponent } from '../shell/section/lazy-component.tsx'

export type Question = Answer<'GET', '/dates/{id}/feedback'>['questions'][number]

// The library of the plots is large.
const CountsPlot = lazyComponent(async () => (await import('./counts-plot.tsx')).CountsPlot)

/** Texts may be equal; their order stays. */
const withNumbers = (texts: Question['texts']) => texts.map((one, number) => ({ ...one, number }))

function Texts({ texts }: Pick<Question, 'texts'>) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 300, overflow: 'auto' }} tabIndex={0}>
      {withNumbers(texts).map(({ number, text, name }) => (
        <li key={number}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
          {name && (
            <Typography variant="body2" color="text.secondary">
              {name}
            </Typography>
          )}
        </li>
      ))}
    </Box>
  )
}

function Numbers({
  question,
  labels,
  title,
}: {
  question: Question
  labels: readonly string[]
  title: string
}) {
  const translate = useTranslate()
  const format = useFormat()
  const [isTable, setIsTable] = useState(false)
  return (
    <>
      {isTable ? (
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('feedback.answer')}</TableCell>
              <TableCell align="right">{translate('feedback.number')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {labels.map((label, index) => (
              <TableRow key={label}>
                <TableCell>{label}</TableCell>
                <TableCell align="right">{format.number(question.counts[index] ?? 0)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
          <CountsPlot title={title} labels={labels} counts={question.counts} />
        </Suspense>
      )}
      <Button size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
        {translate('feedback.asTable')}
      </Button>
    </>
  )
}

export function QuestionResults({ question }: { question: Question }) {
  const translate = useTranslate()
  const format = useFormat()
  const [locale] = useLocaleState()
  const { kind, textDe, textEn, choicesDe, choicesEn, average, answerCount, texts } = question
  const isEnglish = locale === 'en'
  const title = (isEnglish && textEn) || textDe
  const choices = isEnglish && choicesEn.length > 0 ? choicesEn : choicesDe
  const { maximum, isText } = questionKinds[kind]
  const labels = maximum > 0 ? Array.from({ length: maximum }, (_, index) => String(index + 1)) : choices
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h4" component="h3">
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {average === null
          ? translate('feedback.answers', { smart_count: answerCount })
          : translate('feedback.average', { smart_count: answerCount, average: format.number(average) })}
      </Typography>
      {isText ? <Texts texts={texts} /> : <Numbers question={question} labels={labels} title={title} />}
    </Box>
  )
}
