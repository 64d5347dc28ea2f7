// The columns of a table: each is shown or not, and moved by buttons, which the keyboard reaches.
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import { Box, Button, FormControlLabel, IconButton, Switch } from '@mui/material'
import { useResourceContext, useTranslate, useTranslateLabel } from 'ra-core'
import { type MouseEvent, useRef } from 'react'
import { useStore } from 'react-admin'
import type { TableColumns } from './table-columns.ts'

/** react-admin's table reads the same keys of the store: hidden columns, and the order as numbers of columns. */
function useColumns({ columns, hidden: byDefault, tableKey }: TableColumns) {
  const [hidden, setHidden] = useStore<string[]>(tableKey, byDefault)
  const [ranks, setRanks] = useStore<number[] | undefined>(`${tableKey}_columnRanks`)
  const order = [...new Set([...(ranks ?? []), ...columns.keys()])].filter((rank) => rank in columns)
  return {
    hidden,
    ordered: order.flatMap((rank) => columns[rank] ?? []),
    toggle: (source: string) =>
      setHidden(hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source]),
    move: (from: number, to: number) => {
      const next = order.toSpliced(from, 1)
      setRanks(next.toSpliced(to, 0, order[from]!))
    },
    reset: () => {
      setRanks(undefined)
      setHidden(byDefault)
    },
  }
}

export function ColumnChoice(props: TableColumns) {
  const translate = useTranslate()
  const translateLabel = useTranslateLabel()
  const resource = useResourceContext()
  const { hidden, ordered, toggle, move, reset } = useColumns(props)
  const list = useRef<HTMLUListElement>(null)
  const moveTo = (event: MouseEvent<HTMLElement>, from: number, to: number): void => {
    const { direction = '' } = event.currentTarget.dataset
    move(from, to)
    // The button has moved with its row; at an end it is disabled.
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      const [button, other] = [direction, direction === 'up' ? 'down' : 'up'].map((name) =>
        row?.querySelector<HTMLButtonElement>(`[data-direction=${name}]`),
      )
      ;(button?.disabled ? other : button)?.focus()
    })
  }
  return (
    <>
      <Box
        component="ul"
        ref={list}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: '50vh', overflowY: 'auto' }}
      >
        {ordered.map(({ source, label }, index) => {
          const name = String(translateLabel({ source, label, resource }))
          const button = (direction: 'up' | 'down', to: number) => (
            <IconButton
              size="small"
              data-direction={direction}
              disabled={to < 0 || to >= ordered.length}
              aria-label={translate(`shell.list.column.${direction}`, { name })}
              onClick={(event) => moveTo(event, index, to)}
            >
              {direction === 'up' ? <UpIcon fontSize="small" /> : <DownIcon fontSize="small" />}
            </IconButton>
          )
          return (
            <Box key={source} component="li" sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                label={name}
                control={
                  <Switch size="small" checked={!hidden.includes(source)} onChange={() => toggle(source)} />
                }
                slotProps={{ typography: { variant: 'body2' } }}
                sx={{ flex: 1, ml: -0.5, mr: 1 }}
              />
              {button('up', index - 1)}
              {button('down', index + 1)}
            </Box>
          )
        })}
      </Box>
      <Button size="small" onClick={reset}>
        {translate('ra.action.reset')}
      </Button>
    </>
  )
}
