// The texts of a template.
import { Tab, Tabs } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { BodyInput } from './body-input.tsx'
import { InsertPlaceholder } from './insert-placeholder.tsx'
import { TemplatePreview } from './template-preview.tsx'

/** The texts of a template in both languages, each with its placeholders, errors and preview. */
export function TemplateTexts() {
  const translate = useTranslate()
  const [language, setLanguage] = useState<'de' | 'en'>('de')
  const isGerman = language === 'de'
  const [subject, body] = isGerman ? ['subject', 'body'] : ['subjectEn', 'bodyEn']
  return (
    <>
      <Tabs
        value={language}
        onChange={(_event, next) => setLanguage(next)}
        aria-label={translate('settings.messageLanguage')}
      >
        <Tab value="de" label={translate('settings.german')} />
        <Tab value="en" label={translate('settings.english')} />
      </Tabs>
      <InsertPlaceholder source={body} />
      <TextInput key={subject} source={subject} />
      <BodyInput key={body} source={body} />
      <TemplatePreview key={language} subject={subject} body={body} language={language} />
    </>
  )
}
