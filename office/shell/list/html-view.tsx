// HTML that the server has sanitised; cleaned once more here, since nothing of it may run.
import { RichTextField } from 'react-admin'

export const HtmlView = ({ html }: { html: string }) => (
  <RichTextField source="html" record={{ html }} component="div" />
)
