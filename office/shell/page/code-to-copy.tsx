// Code for other programs, also with a button that copies it.
import CopyIcon from '@mui/icons-material/ContentCopy'
import { Box } from '@mui/material'
import { useNotify } from 'react-admin'
import { Button } from '../form/button.tsx'

/** Can be scrolled with the keyboard. */
export const CodeBlock = ({ children }: { children: string }) => (
  <Box
    component="pre"
    tabIndex={0}
    sx={{
      p: 1.5,
      m: 0,
      maxHeight: 400,
      overflow: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
    }}
  >
    {children}
  </Box>
)

interface Props {
  code: string
  /** Of the button. */
  label: string
}

export function CodeToCopy({ code, label }: Props) {
  const notify = useNotify()
  const copy = async (): Promise<void> => {
    // Without TLS the browser has no clipboard; the text can be selected.
    await navigator.clipboard?.writeText(code)
    if (navigator.clipboard) notify('once.copied')
  }
  return (
    <>
      <CodeBlock>{code}</CodeBlock>
      <Button label={label} onClick={copy} sx={{ mt: 1 }}>
        <CopyIcon />
      </Button>
    </>
  )
}
