// A mail body in a sandboxed frame; images of other hosts are loaded on request.
import { Alert, Box, Button } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { apiHref } from '../shell/api/api.ts'

interface Props {
  taskId: number
  title: string
}

const minHeight = 160

export function MailBody({ taskId, title }: Props) {
  const translate = useTranslate()
  const isDark = useTheme().palette.mode === 'dark'
  const frame = useRef<HTMLIFrameElement>(null)
  const [allowRemote, setAllowRemote] = useState(false)
  const [remoteImageCount, setRemoteImageCount] = useState(0)
  const [isPlainText, setPlainText] = useState(false)
  const [isShortened, setShortened] = useState(false)
  const [height, setHeight] = useState(minHeight)

  const readDocument = (): void => {
    const mailDocument = frame.current?.contentDocument
    if (!mailDocument?.body) return
    const { remoteImages, plainText, shortened } = mailDocument.documentElement.dataset
    setRemoteImageCount(Number(remoteImages ?? 0))
    setPlainText(plainText === '1')
    setShortened(shortened === '1')
    setHeight(Math.max(minHeight, mailDocument.documentElement.scrollHeight + 4))
    // Images that load later change the height.
    for (const image of mailDocument.images)
      if (!image.complete)
        image.addEventListener('load', () =>
          setHeight(Math.max(minHeight, mailDocument.documentElement.scrollHeight + 4)),
        )
  }

  return (
    <div>
      {remoteImageCount > 0 && !allowRemote && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" size="small" onClick={() => setAllowRemote(true)}>
              {translate('inbox.mailBody.loadImages')}
            </Button>
          }
        >
          {translate('inbox.mailBody.blockedImages', { smart_count: remoteImageCount })}
        </Alert>
      )}
      {isPlainText && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate('inbox.mailBody.plainText')}
        </Alert>
      )}
      {isShortened && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate('inbox.mailBody.shortened')}
        </Alert>
      )}
      <Box
        component="iframe"
        ref={frame}
        title={title}
        src={apiHref('/tasks/{taskId}/mail-body', { params: { taskId }, query: { allowRemote, isDark } })}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={readDocument}
        sx={{
          display: 'block',
          width: '100%',
          height,
          maxHeight: '75vh',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      />
    </div>
  )
}
