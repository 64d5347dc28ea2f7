// The child rows of a record: added, removed and reordered by buttons, which the keyboard reaches.
import AddIcon from '@mui/icons-material/Add'
import { useSimpleFormIterator, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { ArrayInput, SimpleFormIterator } from 'react-admin'
import { Button } from './button.tsx'

interface Props {
  source: string
  /** The name of a row, shown with its number: `1. Preis`. */
  row?: string
  /** The list is within a row of another list, and shows its own name. */
  nested?: boolean
  /** The minimum width of a field in pixels. */
  min?: number
  /** false: the order has no meaning. */
  ordered?: boolean
  children: ReactNode
}

function AddButton() {
  const { add } = useSimpleFormIterator()
  return (
    <Button label="ra.action.add" variant="outlined" onClick={() => add()}>
      <AddIcon />
    </Button>
  )
}

/** Shows as many fields side by side as fit; those of the class `wide` take two columns, `whole` all. */
export function ChildRowsInput({ source, row, nested = false, min = 176, ordered = true, children }: Props) {
  const translate = useTranslate()
  return (
    <ArrayInput
      source={source}
      {...(nested ? {} : { label: false })}
      helperText={false}
      fullWidth
      className="whole"
      // A nested list is indented.
      sx={{ boxSizing: 'border-box' }}
    >
      <SimpleFormIterator
        fullWidth
        inline
        addButton={<AddButton />}
        disableReordering={!ordered}
        getItemLabel={row ? (index: number) => `${index + 1}. ${translate(row, { smart_count: 1 })}` : false}
        sx={{
          // The gap keeps the buttons of nested rows, which are indented, from those of their row.
          '& > ul > .RaSimpleFormIterator-line': { py: 1, gap: 2, alignItems: 'flex-start' },
          // Touch screens and keyboards have no hover.
          '& > ul > li > .RaSimpleFormIterator-action': { visibility: 'visible' },
          '&& .RaSimpleFormIterator-form': {
            minWidth: 0,
            alignItems: 'start',
            display: 'grid',
            gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))`,
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
