// A category in the tree, with its subcategories.
import AddIcon from '@mui/icons-material/Add'
import ClosedIcon from '@mui/icons-material/ChevronRight'
import DragIcon from '@mui/icons-material/DragIndicator'
import OpenIcon from '@mui/icons-material/ExpandMore'
import LockIcon from '@mui/icons-material/LockOutlined'
import { Box, Chip, IconButton, Link, Stack, Tooltip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useIsNarrow } from '../../shell/theme/use-is-narrow.ts'
import type { CategoryNode } from './categories.ts'
import { type MoveTarget, useCategoryTree } from './category-tree-context.ts'
import { DropTarget } from './drop-target.tsx'

interface Props {
  node: CategoryNode
  /** The previous category on the same level. */
  previousSibling?: CategoryNode | undefined
  parent?: CategoryNode
  grandparent?: CategoryNode | undefined
  catalogueName: string
}

const moveTargetOf = ({ category }: CategoryNode): MoveTarget => ({
  parentId: category.id,
  catalogueId: category.catalogueId,
  name: category.name,
})

type CategoryProps = Pick<CategoryNode, 'category'>

const ColorDot = ({ color }: { color: string }) => (
  <Box
    aria-hidden
    sx={{
      width: 12,
      height: 12,
      borderRadius: '50%',
      flex: 'none',
      bgcolor: color,
      border: 1,
      borderColor: 'divider',
    }}
  />
)

/** How many events the category has, as a link to them. */
function EventCount({ category }: CategoryProps) {
  const translate = useTranslate()
  const isNarrow = useIsNarrow()
  const events = translate('catalogue.tree.events', { smart_count: category.eventCount })
  return (
    <Chip
      size="small"
      variant="outlined"
      clickable
      component={RouterLink}
      to={`/events?${new URLSearchParams({ filter: JSON.stringify({ categoryId: category.id }), displayedFilters: JSON.stringify({ categoryId: true }) })}`}
      aria-label={events}
      label={isNarrow ? category.eventCount : events}
      title={isNarrow ? events : undefined}
    />
  )
}

function AddBelow({ category }: CategoryProps) {
  const translate = useTranslate()
  const add = `/catalogue-categories/create?${new URLSearchParams({
    source: JSON.stringify({ parentId: category.id, catalogueId: category.catalogueId }),
  })}`
  return (
    <>
      <Tooltip title={translate('catalogue.tree.addBelow', { name: category.name })}>
        <IconButton
          size="small"
          component={RouterLink}
          to={add}
          aria-label={translate('catalogue.tree.addBelow', { name: category.name })}
        >
          <AddIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <DragIcon fontSize="small" color="disabled" aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }} />
    </>
  )
}

export function CategoryRow({ node, previousSibling, parent, grandparent, catalogueName }: Props) {
  const translate = useTranslate()
  const { mayWrite, setDragged, move } = useCategoryTree()
  const [isOpen, setOpen] = useState(true)
  const { category, children } = node
  const name = category.name
  const listId = `below-${category.id}`

  // Right: below the previous sibling. Left: one level up, beside the parent.
  const moveWithKeyboard = (event: KeyboardEvent): void => {
    if (!event.altKey || !mayWrite) return
    const top: MoveTarget = { parentId: 0, catalogueId: category.catalogueId, name: catalogueName }
    if (event.key === 'ArrowRight' && previousSibling) move(node, moveTargetOf(previousSibling))
    else if (event.key === 'ArrowLeft' && parent) move(node, grandparent ? moveTargetOf(grandparent) : top)
    else return
    event.preventDefault()
  }
  return (
    <Box component="li">
      <DropTarget target={moveTargetOf(node)} sx={{ '&:hover': { bgcolor: 'action.hover' } }}>
        <Stack
          direction="row"
          spacing={0.5}
          draggable={mayWrite}
          onDragStart={(event) => {
            event.stopPropagation()
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', name)
            setDragged(node)
          }}
          onDragEnd={() => setDragged(undefined)}
          sx={{ alignItems: 'center', minHeight: 36, cursor: mayWrite ? 'grab' : undefined }}
        >
          {children.length > 0 ? (
            <IconButton
              size="small"
              onClick={() => setOpen(!isOpen)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-label={translate(isOpen ? 'catalogue.tree.collapse' : 'catalogue.tree.expand', { name })}
            >
              {isOpen ? <OpenIcon fontSize="small" /> : <ClosedIcon fontSize="small" />}
            </IconButton>
          ) : (
            <Box sx={{ width: 30, flex: 'none' }} />
          )}
          {category.color && <ColorDot color={category.color} />}
          <Link
            component={RouterLink}
            to={`/catalogue-categories/${category.id}`}
            color="inherit"
            underline="hover"
            onKeyDown={moveWithKeyboard}
            aria-keyshortcuts={mayWrite ? 'Alt+ArrowRight Alt+ArrowLeft' : undefined}
            draggable={false}
            sx={{ py: 0.5, minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {name || `#${category.id}`}
          </Link>
          {category.isProtected && (
            <LockIcon
              fontSize="inherit"
              titleAccess={translate('resources.catalogue-categories.fields.isProtected')}
            />
          )}
          <Box sx={{ flex: 1 }} />
          {category.eventCount > 0 && <EventCount category={category} />}
          {mayWrite && <AddBelow category={category} />}
        </Stack>
      </DropTarget>
      {isOpen && children.length > 0 && (
        <Box component="ul" id={listId} sx={{ listStyle: 'none', m: 0, pl: { xs: 1.5, sm: 3 } }}>
          {children.map((one, index) => (
            <CategoryRow
              key={one.category.id}
              node={one}
              previousSibling={children[index - 1]}
              parent={node}
              grandparent={parent}
              catalogueName={catalogueName}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}
