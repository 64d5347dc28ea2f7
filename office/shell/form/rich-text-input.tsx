// A field for formatted text. The editor is loaded when the first such field is shown.
import { Skeleton } from '@mui/material'
import { Suspense } from 'react'
import { lazyComponent } from '../section/lazy-component.tsx'
import type { RichTextProps } from './rich-text-editor.tsx'

const Editor = lazyComponent(
  async () => (await import('./rich-text-editor.tsx')).RichTextEditor,
  async () => (await import('./editor-texts.ts')).editorTexts,
)

export const RichTextInput = (props: RichTextProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={140} sx={{ width: '100%' }} />}>
    <Editor {...props} />
  </Suspense>
)
