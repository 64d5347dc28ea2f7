// Ordered child rows of a record. They are added, removed and moved by buttons, so that the keyboard suffices.
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { ArrayInput, SimpleFormIterator } from 'react-admin'

interface Props {
  source: string
  /** Key of the name of a row: `1. Preis`. */
  row: string
  /** Rows within rows have a label. */
  nested?: boolean
  children: ReactNode
}

/** Fields are laid out in columns; those of the class `wide` take two, those of the class `whole` a line. */
export function ChildRowsInput({ source, row, nested = false, children }: Props) {
  const translate = useTranslate()
  return (
    <ArrayInput source={source} {...(nested ? {} : { label: false })} fullWidth className="whole">
      <SimpleFormIterator
        fullWidth
        inline
        getItemLabel={(index: number) => `${index + 1}. ${translate(row)}`}
        sx={{
          '& > ul > .RaSimpleFormIterator-line': { py: 1, alignItems: 'flex-start' },
          '& > ul > li > .RaSimpleFormIterator-action': { visibility: 'visible' },
          '&& .RaSimpleFormIterator-form': {
            minWidth: 0,
            alignItems: 'start',
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))',
            columnGap: 1.5,
            rowGap: 0,
          },
          '&& .wide': { gridColumn: { sm: 'span 2' } },
          '&& .whole': { gridColumn: '1 / -1' },
          '& .RaSimpleFormIterator-index': { minWidth: { xs: 0, md: 88 }, pt: 1.75, pr: 1 },
        }}
      >
        {children}
      </SimpleFormIterator>
    </ArrayInput>
  )
}
