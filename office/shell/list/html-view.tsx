// Shows HTML that the server has sanitised; it is sanitised again here.
import { RichTextField } from 'react-admin'

export const HtmlView = ({ html }: { html: string }) => (
  <RichTextField source="html" record={{ html }} component="div" />
)
