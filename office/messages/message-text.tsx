// The text of a message, plain or formatted.
import { Paper, Typography } from '@mui/material'
import { HtmlView } from '../shell/list/html-view.tsx'

const isHtml = (text: string): boolean => /^\s*<[a-z][\w-]*[\s>/]/i.test(text)

export const MessageText = ({ text: { subject, body } }: { text: { subject: string; body: string } }) => (
  <Paper variant="outlined" sx={{ p: 1.5, my: 0.5 }}>
    <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
      {subject}
    </Typography>
    {isHtml(body) ? (
      <HtmlView html={body} />
    ) : (
      <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Typography>
    )}
  </Paper>
)
