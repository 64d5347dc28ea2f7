// The editor of RichTextInput: tiptap without colours and alignment.
import { useTranslateLabel } from 'ra-core'
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  type RichTextInputProps,
  RichTextInputToolbar,
} from 'ra-input-rich-text'
import { useMemo } from 'react'
import { useResourceContext } from 'react-admin'
import { nonce } from '../theme/styles.tsx'
import { HeadingSelect } from './heading-select.tsx'

export type RichTextProps = Omit<RichTextInputProps, 'editorOptions' | 'toolbar'>

const toolbar = (
  <RichTextInputToolbar>
    <HeadingSelect />
    <FormatButtons size="small" />
    <ListButtons size="small" />
    <LinkButtons size="small" />
    <QuoteButtons size="small" />
    <ClearButtons size="small" />
  </RichTextInputToolbar>
)

export function RichTextEditor(props: RichTextProps) {
  const resource = useResourceContext()
  const label = useTranslateLabel()({ label: props.label as string, source: props.source, resource })
  const editorOptions = useMemo(
    () => ({
      ...DefaultEditorOptions,
      ...(nonce ? { injectNonce: nonce } : {}),
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': String(label ?? '') },
      },
    }),
    [label],
  )
  return <RichTextInput {...props} editorOptions={editorOptions} toolbar={toolbar} />
}
