// A letter in a frame of its own, where nothing runs; images of other hosts only when they are asked for.
import { Alert, Box, Button } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { apiUrl } from '../shell/api/api.ts'

interface Props {
  taskId: number
  title: string
}

const minHeight = 160

export function MailBody({ taskId, title }: Props) {
  const translate = useTranslate()
  const dark = useTheme().palette.mode === 'dark'
  const frame = useRef<HTMLIFrameElement>(null)
  const [loadsRemote, setLoadsRemote] = useState(false)
  const [blockedImages, setBlockedImages] = useState(0)
  const [simplified, setSimplified] = useState(false)
  const [height, setHeight] = useState(minHeight)

  const readDocument = (): void => {
    const mailDocument = frame.current?.contentDocument
    if (!mailDocument?.body) return
    const { remote: blockedCount, simplified: isSimplified } = mailDocument.documentElement.dataset
    setBlockedImages(Number(blockedCount ?? 0))
    setSimplified(isSimplified === '1')
    setHeight(Math.max(minHeight, mailDocument.documentElement.scrollHeight + 4))
    // Images that come later make it longer.
    for (const image of mailDocument.images)
      if (!image.complete)
        image.addEventListener('load', () =>
          setHeight(Math.max(minHeight, mailDocument.documentElement.scrollHeight + 4)),
        )
  }

  return (
    <div>
      {blockedImages > 0 && !loadsRemote && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" size="small" onClick={() => setLoadsRemote(true)}>
              {translate('inbox.letter.showRemote')}
            </Button>
          }
        >
          {translate('inbox.letter.blocked', { smart_count: blockedImages })}
        </Alert>
      )}
      {simplified && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate('inbox.letter.simplified')}
        </Alert>
      )}
      <Box
        component="iframe"
        ref={frame}
        title={title}
        src={`${apiUrl(`/tasks/${taskId}/letter`)}?remote=${loadsRemote ? 1 : 0}&dark=${dark ? 1 : 0}`}
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
