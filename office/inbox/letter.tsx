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

const lowest = 160

export function Letter({ taskId, title }: Props) {
  const translate = useTranslate()
  const dark = useTheme().palette.mode === 'dark'
  const frame = useRef<HTMLIFrameElement>(null)
  const [remote, setRemote] = useState(false)
  const [blocked, setBlocked] = useState(0)
  const [simplified, setSimplified] = useState(false)
  const [height, setHeight] = useState(lowest)

  const measure = (): void => {
    const letter = frame.current?.contentDocument
    if (!letter?.body) return
    const { remote: found, simplified: plain } = letter.documentElement.dataset
    setBlocked(Number(found ?? 0))
    setSimplified(plain === '1')
    setHeight(Math.max(lowest, letter.documentElement.scrollHeight + 4))
    // Images that come later make it longer.
    for (const image of letter.images)
      if (!image.complete)
        image.addEventListener('load', () =>
          setHeight(Math.max(lowest, letter.documentElement.scrollHeight + 4)),
        )
  }

  return (
    <div>
      {blocked > 0 && !remote && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" size="small" onClick={() => setRemote(true)}>
              {translate('inbox.letter.showRemote')}
            </Button>
          }
        >
          {translate('inbox.letter.blocked', { smart_count: blocked })}
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
        src={`${apiUrl(`/tasks/${taskId}/letter`)}?remote=${remote ? 1 : 0}&dark=${dark ? 1 : 0}`}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={measure}
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
