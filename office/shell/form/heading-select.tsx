// Selects paragraph or heading with a native select, which is accessible to screen readers and keyboards.
import { NativeSelect } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useTiptapEditor } from 'ra-input-rich-text'
import { useEffect, useState } from 'react'

const levels = [1, 2, 3, 4, 5, 6] as const

export function HeadingSelect() {
  const translate = useTranslate()
  const editor = useTiptapEditor()
  const [level, setLevel] = useState(0)

  useEffect(() => {
    if (!editor) return
    const follow = (): void => setLevel(levels.find((one) => editor.isActive('heading', { level: one })) ?? 0)
    follow()
    editor.on('transaction', follow)
    return () => {
      editor.off('transaction', follow)
    }
  }, [editor])

  const choose = (value: number): void => {
    const chosen = levels.find((one) => one === value)
    const chain = editor.chain().focus()
    if (chosen) chain.setNode('heading', { level: chosen }).run()
    else chain.setNode('paragraph').run()
  }

  return (
    <NativeSelect
      value={level}
      disabled={!editor?.isEditable}
      onChange={(event) => choose(Number(event.target.value))}
      inputProps={{ 'aria-label': translate('ra.tiptap.select_level') }}
      sx={{ fontSize: 'body2.fontSize', mr: 1 }}
    >
      <option value={0}>{translate('ra.tiptap.paragraph')}</option>
      {levels.map((one) => (
        <option key={one} value={one}>
          {translate(`ra.tiptap.heading${one}`)}
        </option>
      ))}
    </NativeSelect>
  )
}
