// Edits HTML with an editor or as source. HTML that the editor does not support, such as tables, is shown as source.
import CodeIcon from '@mui/icons-material/Code'
import EditorIcon from '@mui/icons-material/EditNote'
import { Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { RichTextInput } from '../shell/form/rich-text-input.tsx'

const editorTags = new Set(
  [
    'P',
    'BR',
    'HR',
    'H1',
    'H2',
    'H3',
    'H4',
    'H5',
    'H6',
    'STRONG',
    'B',
    'EM',
    'I',
    'U',
    'S',
    'A',
    'UL',
    'OL',
    'LI',
  ].concat(['BLOCKQUOTE', 'CODE', 'PRE', 'MARK']),
)

/** Whether the editor would drop parts of the HTML. DOMParser runs no scripts and loads nothing. */
function isUnsupportedByEditor(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].some(
    (element) => !editorTags.has(element.tagName) || element.hasAttribute('style'),
  )
}

export function HtmlInput({ source }: { source: string }) {
  const translate = useTranslate()
  const { getValues } = useFormContext()
  const [isSource, setIsSource] = useState(() => isUnsupportedByEditor(String(getValues(source) ?? '')))
  const toggleSource = (): void => setIsSource(!isSource)
  return (
    <Box sx={{ width: '100%', position: 'relative', mb: 1 }}>
      {isSource ? (
        <TextInput
          source={source}
          multiline
          minRows={5}
          maxRows={24}
          helperText="catalogue.html.hint"
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
        />
      ) : (
        <RichTextInput source={source} fullWidth />
      )}
      <Button
        size="small"
        onClick={toggleSource}
        startIcon={isSource ? <EditorIcon /> : <CodeIcon />}
        sx={{
          position: 'absolute',
          top: isSource ? -14 : 0,
          right: 4,
          zIndex: 1,
          bgcolor: 'background.paper',
        }}
      >
        {translate(isSource ? 'catalogue.html.editor' : 'catalogue.html.source')}
      </Button>
    </Box>
  )
}
