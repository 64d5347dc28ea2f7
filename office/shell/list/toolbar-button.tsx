// A button above a list, with its label also on a phone.
import { Button, type ButtonProps } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = Omit<ButtonProps, 'startIcon'> & {
  icon: ReactNode
  /** A page of the back office, which the button opens. */
  to?: string
}

export const ToolbarButton = ({ icon, to, ...props }: Props) => (
  <Button
    size="small"
    startIcon={icon}
    {...(to === undefined ? {} : { component: Link, to })}
    {...props}
    sx={[{ whiteSpace: 'nowrap' }, ...[props.sx ?? []].flat()]}
  />
)
