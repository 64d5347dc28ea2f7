// A button that asks for confirmation and shows errors of its action.
import { useTranslate } from 'ra-core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Confirm } from 'react-admin'
import { type ActionOptions, useAction } from '../api/action.ts'
import { Button } from './button.tsx'

interface Props extends ActionOptions<void, unknown> {
  label: string
  /** Title and text of the confirmation. */
  title: string
  text: ReactNode
  icon?: ReactElement
  color?: 'primary' | 'error'
  onConfirm: () => Promise<unknown>
}

export function ConfirmButton({ label, title, text, icon, color = 'primary', onConfirm, ...options }: Props) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { run, busy } = useAction(onConfirm, options)

  const confirm = async (): Promise<void> => {
    await run()
    setOpen(false)
  }

  return (
    <>
      <Button label={label} color={color} onClick={() => setOpen(true)}>
        {icon}
      </Button>
      <Confirm
        isOpen={isOpen}
        loading={busy}
        title={translate(title, { _: title })}
        content={typeof text === 'string' ? translate(text, { _: text }) : text}
        confirm={translate(label, { _: label })}
        confirmColor={color === 'error' ? 'warning' : 'primary'}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
