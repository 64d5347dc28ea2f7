// A button with its label on every screen. react-admin's shows only its icon on a phone, and nothing at all without one.
import ListIcon from '@mui/icons-material/List'
import { type ButtonProps, Button as MuiButton } from '@mui/material'
import { useResourceContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = Omit<ButtonProps, 'startIcon' | 'children'> & {
  /** A text, or its key. */
  label: string
  /** A page of the back office, which the button opens. */
  to?: string
  /** The icon. */
  children?: ReactNode
}

export function Button({ label, to, children, ...props }: Props) {
  const translate = useTranslate()
  return (
    <MuiButton
      size="small"
      startIcon={children}
      {...(to === undefined ? {} : { component: Link, to })}
      {...props}
    >
      {translate(label, { _: label })}
    </MuiButton>
  )
}

export function ListButton(props: { resource?: string | undefined }) {
  const resource = useResourceContext(props)
  return (
    <Button label="ra.action.list" to={`/${resource}`}>
      <ListIcon />
    </Button>
  )
}
