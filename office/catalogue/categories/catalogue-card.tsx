// A catalogue with the tree of its categories. Categories without a catalogue have their own card.
import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/Edit'
import { Box, Card, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import type { Catalogue, CategoryNode } from './categories.ts'
import { CategoryRow } from './category-row.tsx'
import { useCategoryTree } from './category-tree-context.ts'
import { DropTarget } from './drop-target.tsx'

interface Props {
  catalogue?: Catalogue
  nodes: readonly CategoryNode[]
}

export function CatalogueCard({ catalogue, nodes }: Props) {
  const translate = useTranslate()
  const { mayWrite } = useCategoryTree()
  const name = catalogue?.name ?? translate('catalogue.noCatalogue')
  const id = `catalogue-${catalogue?.id ?? 0}`
  const target = { parentId: 0, catalogueId: catalogue?.id ?? 0, name }
  return (
    <Card component="section" aria-labelledby={id}>
      <DropTarget target={target} sx={{ px: 2, py: 1 }}>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Typography variant="h2" id={id} sx={{ flex: 1 }}>
            {name}
          </Typography>
          {catalogue && catalogue.dateCount > 0 && (
            <Typography variant="body2" color="textSecondary">
              {translate('catalogue.tree.dates', { smart_count: catalogue.dateCount })}
            </Typography>
          )}
          {catalogue && mayWrite && (
            <>
              <Tooltip title={translate('catalogue.tree.addTo', { name })}>
                <IconButton
                  size="small"
                  component={RouterLink}
                  aria-label={translate('catalogue.tree.addTo', { name })}
                  to={`/catalogue-categories/create?${new URLSearchParams({ source: JSON.stringify({ catalogueId: catalogue.id }) })}`}
                >
                  <AddIcon fontSize="small" />
                </IconButton>
              </Tooltip>
              <Tooltip title={translate('catalogue.tree.edit', { name })}>
                <IconButton
                  size="small"
                  component={RouterLink}
                  aria-label={translate('catalogue.tree.edit', { name })}
                  to={`/catalogues/${catalogue.id}`}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            </>
          )}
        </Stack>
      </DropTarget>
      {nodes.length > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 1, pb: 1 }} aria-labelledby={id}>
          {nodes.map((node, index) => (
            <CategoryRow
              key={node.category.id}
              node={node}
              previousSibling={nodes[index - 1]}
              catalogueName={name}
            />
          ))}
        </Box>
      ) : (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1.5 }}>
          {translate('catalogue.tree.noCategories')}
        </Typography>
      )}
    </Card>
  )
}
