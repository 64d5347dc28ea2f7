// Rows of a record in an order: added, taken out and moved by buttons, which the keyboard reaches.
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { ArrayInput, SimpleFormIterator } from 'react-admin'

interface Props {
  source: string
  label?: string | false
  /** What a row is called: `1. Preis`. */
  row: string
  inline?: boolean
  children: ReactNode
}

export function RowsInput({ source, label, row, inline = true, children }: Props) {
  const translate = useTranslate()
  return (
    <ArrayInput source={source} label={label} fullWidth>
      <SimpleFormIterator
        fullWidth
        inline={inline}
        getItemLabel={(index: number) => `${index + 1}. ${translate(row)}`}
        sx={{
          '& .RaSimpleFormIterator-line': { py: 1, alignItems: 'flex-start' },
          '& .RaSimpleFormIterator-inline': { flexWrap: 'wrap', gap: 1.5 },
          '& .RaSimpleFormIterator-index': { minWidth: 96, pt: 1.5, whiteSpace: 'nowrap' },
        }}
      >
        {children}
      </SimpleFormIterator>
    </ArrayInput>
  )
}
