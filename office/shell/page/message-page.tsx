// The message for a missing page, a missing right, or a record that cannot be read.
import LockIcon from '@mui/icons-material/LockOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import { Stack, Typography } from '@mui/material'
import { useEditContext, useShowContext, useTranslate } from 'ra-core'
import type { ReactElement, ReactNode } from 'react'
import { Title } from 'react-admin'
import { ApiError } from '../api/api.ts'
import { ListButton } from '../form/button.tsx'

interface Props {
  icon: ReactElement
  title: string
  text: string
  children?: ReactNode
}

/** A message in place of a page, which has the title of the message. */
const MessagePage = (props: Props) => (
  <>
    <Title title={props.title} />
    <Message {...props} />
  </>
)

function Message({ icon, title, text, children }: Props) {
  const translate = useTranslate()
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', textAlign: 'center', pt: '18vh' }}>
      {icon}
      <Typography variant="h2">{translate(title)}</Typography>
      <Typography color="textSecondary">{translate(text, { _: text })}</Typography>
      {children}
    </Stack>
  )
}

const large = { fontSize: 56, color: 'text.secondary' }

export const NotFoundPage = () => (
  <MessagePage icon={<SearchOffIcon sx={large} />} title="ra.page.not_found" text="ra.message.not_found" />
)

export const NotAllowedPage = () => (
  <MessagePage icon={<LockIcon sx={large} />} title="ra.page.access_denied" text="ra.message.access_denied" />
)

/** Also what cannot be the id of a record. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

interface ErrorProps {
  error: unknown
  /** With the list to go to, if it is not the one of the page. */
  resource?: string
}

function RecordError({ error, resource }: ErrorProps) {
  const message = error instanceof Error ? error.message : 'shell.error.server'
  return (
    <Message
      icon={<SearchOffIcon sx={large} />}
      title={titleOf(error)}
      text={isNotFound(error) ? 'shell.error.noRecord' : message}
    >
      <ListButton {...(resource === undefined ? {} : { resource })} />
    </Message>
  )
}

const titleOf = (error: unknown): string => (isNotFound(error) ? 'ra.page.not_found' : 'ra.page.error')

/** The title is `EditTitle`. */
export const EditError = () => <RecordError error={useEditContext().error} />

/** The title of a page that may have an error instead of a record. */
export function EditTitle({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { error } = useEditContext()
  return error ? <span>{translate(titleOf(error))}</span> : children
}

export const RecordErrorPage = (props: ErrorProps) => (
  <>
    <Title title={titleOf(props.error)} />
    <RecordError {...props} />
  </>
)

export const ShowError = () => <RecordErrorPage error={useShowContext().error} />
