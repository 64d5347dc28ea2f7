// A button whose deed is asked about first, and told about when it fails.
import { useTranslate } from 'ra-core'
import { type ReactElement, useState } from 'react'
import { Button, type ButtonProps, Confirm, useNotify } from 'react-admin'
import { useServerMessage } from '../api/server-message.ts'

interface Props {
  label: string
  /** The question, and what follows from yes. */
  title: string
  text: string
  icon?: ReactElement
  color?: ButtonProps['color']
  onConfirm: () => Promise<unknown>
}

export function ConfirmButton({ label, title, text, icon, color = 'primary', onConfirm }: Props) {
  const translate = useTranslate()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      await onConfirm()
    } catch (error) {
      notify(error instanceof Error ? translateMessage(error.message) : 'shell.error.server', {
        type: 'error',
      })
    } finally {
      setBusy(false)
      setOpen(false)
    }
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
        content={translate(text, { _: text })}
        confirm={translate(label, { _: label })}
        confirmColor={color === 'error' ? 'warning' : 'primary'}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
