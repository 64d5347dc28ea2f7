// The people whom a change concerns, and the messages to them, in the dialog that makes the change.
import { Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useDebounced } from '../shell/form/use-debounced.ts'
import {
  type Cause,
  MessageForm,
  type MessagePreview,
  type Messages,
  type MessageTexts,
} from './message-form.tsx'

export type { MessagePreview, Messages }

interface Panel {
  /** null: nobody is concerned. */
  panel: ReactNode
  messages: Messages
}

/** The messages of a change, each of them switched on and with the text of its template at first. */
export function useMessages(previews: readonly MessagePreview[]): Panel {
  const translate = useTranslate()
  const [off, setOff] = useState<readonly Cause[]>([])
  const [texts, setTexts] = useState<Readonly<Record<string, MessageTexts>>>({})
  // A change of several dates says the same of each, unless rules have other templates.
  const sameText = Map.groupBy(previews, ({ cause, subject, body, subjectEn, bodyEn }) =>
    JSON.stringify([cause, subject, body, subjectEn, bodyEn]),
  )
  const panel = sameText.size > 0 && (
    <Stack spacing={1} component="section" aria-label={translate('messages.whoIsTold')} sx={{ mt: 1 }}>
      {[...sameText].map(([key, ofDates]) => {
        const { cause, templateId } = ofDates[0]!
        const template = `${cause} ${templateId}`
        return (
          <MessageForm
            key={key}
            previews={ofDates}
            isOn={!off.includes(cause)}
            text={texts[template]}
            onSwitch={(isOn) => setOff(isOn ? off.filter((one) => one !== cause) : [...off, cause])}
            onText={(text) => {
              const { [template]: _before, ...others } = texts
              setTexts(text ? { ...others, [template]: text } : others)
            }}
          />
        )
      })}
    </Stack>
  )
  return { panel: panel || null, messages: { off: [...off], texts: Object.values(texts) } }
}

const none: MessagePreview[] = []

/**
 * The part of a dialog that tells those whom its change concerns.
 * @param key of the change: with another one, the preview is asked for again
 * @param load the preview; undefined: the change is not complete yet
 */
export function useMessagePanel(key: unknown, load: (() => Promise<MessagePreview[]>) | undefined): Panel {
  // As text: values of forms may be other objects whenever they are rendered.
  const change = useDebounced(JSON.stringify(key))
  const { data = none } = useQuery({
    queryKey: ['message-preview', change],
    queryFn: load ?? (async () => []),
    enabled: load !== undefined,
    // Missing and wrong values are reported when the change is made.
    retry: false,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return useMessages(load ? data : none)
}
